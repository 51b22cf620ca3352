import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Scenario, Step } from './scenario.ts';

/** The work copy that made sessions are of. */
export const REPO = '/repo';

const START = Date.parse('2026-11-02T09:00:00Z');

/** Epoch ms of a scenario's minute. */
export const timeAt = (minutes: number): number => START + Math.round(minutes * 60_000);

/** The files of a session while it is made: records with their minute, in the order of time in the end. */
export interface SessionFiles {
  /** `step`: the step that the record is the evidence of. */
  add(file: string, at: number, record: object, step?: Step): void;
  document(file: string, value: object): void;
  /** Writes everything below a folder; where each step's record stands, as `file:line`. */
  write(folder: string): ReadonlyMap<Step, string>;
}

export function makeSessionFiles(): SessionFiles {
  const logs = new Map<string, { at: number; record: object; step?: Step | undefined }[]>();
  const documents = new Map<string, object>();
  return {
    add(file, at, record, step) {
      const log = logs.get(file) ?? [];
      logs.set(file, log);
      log.push({ at, record, step });
    },
    document: (file, value) => void documents.set(file, value),
    write(folder) {
      const places = new Map<Step, string>();
      for (const [file, log] of logs) {
        const path = join(folder, file);
        const sorted = log.toSorted((a, b) => a.at - b.at);
        put(path, sorted.map(({ record }) => `${JSON.stringify(record)}\n`).join(''));
        for (const [index, { step }] of sorted.entries())
          if (step !== undefined) places.set(step, `${path}:${index + 1}`);
      }
      for (const [file, value] of documents) put(join(folder, file), JSON.stringify(value));
      return places;
    },
  };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A file tool's call: what it writes, and what was there before. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly old: string;
  readonly put: string;
}

/** The files of the work copies as the scenario's steps leave them. */
export function makeTree({ files }: Scenario) {
  const tree = new Map<string, string>(
    Object.entries(files).map(([path, text]) => [join(REPO, path), text.replaceAll('\\n', '\n')]),
  );
  return (step: Step, folder: string): FileChange => {
    const path = step.args.startsWith('/') ? step.args : join(folder, step.args);
    const before = tree.get(path) ?? null;
    const [old, put] = step.verb === 'edit' ? replacement(step, before) : ['', contentOf(step)];
    if (step.result?.startsWith('!') !== true)
      tree.set(path, step.verb === 'edit' ? (before ?? '').replace(old, () => put) : put);
    return { path, before, old, put };
  };
}

/** `x => y` stands for a line that is put behind the first one. */
function replacement({ text, agent }: Step, before: string | null): readonly [string, string] {
  const [old = '', put = ''] = (text ?? '').split(' => ');
  if (old !== 'x') return [old, put];
  const first = (before ?? '').split('\n')[0] ?? '';
  return [first, `${first}\n// mended by ${agent}`];
}

/** What a file holds of which the scenario does not say it: lines that no other file has. */
function contentOf({ text, args, agent }: Step): string {
  if (text !== null) return `${text}\n`;
  const name = args.replaceAll(/\W+/g, '_');
  return ['open', 'work', 'close'].map((each) => `${each}(${agent}_${name});\n`).join('');
}
