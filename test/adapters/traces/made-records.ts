import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import type { TraceImporter } from '../../../src/ports/traces.ts';
import { readOnly } from './hand-checked.ts';

type Content = string | readonly object[];

/** Writes files below a folder of their own; records become lines. */
export function madeFolder(files: Readonly<Record<string, Content>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-records-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const text =
      typeof content === 'string'
        ? content
        : `${content.map((record) => JSON.stringify(record)).join('\n')}\n`;
    writeFileSync(path, text);
  }
  return folder;
}

/** Reads the only session of some made files. */
export async function readMade(
  importer: TraceImporter,
  files: Readonly<Record<string, Content>>,
): Promise<Trace> {
  const folder = madeFolder(files);
  try {
    return await readOnly(importer, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `2026-07-01T00:00:<s>.000Z` */
export const second = (s: number): string => new Date(Date.UTC(2026, 6, 1, 0, 0, s)).toISOString();
