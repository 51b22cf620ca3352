import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../adapters/boundary/tools.ts';
import { isObject } from '../adapters/workspaces/records.ts';
import { ok } from '../domain/result.ts';
import type { Boundary, BoundaryProof } from '../ports/boundary.ts';

/** How long a proof stands for somebody who only looks, in ms. */
const STANDS_MS = 60 * 60_000;

/** Where and how a proof is remembered. */
export interface ProofMemory {
  /** Absolute. */
  readonly stateDir: string;
  /** True: it is proven again, whatever is remembered. Whoever starts agents does that. */
  readonly fresh: boolean;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * The same boundary, whose last proof is remembered: to look at a plan takes no new one. It stands for this start of
 * the host, this user and this very program alone, and a proof that failed is never remembered.
 */
export const rememberedProof = (
  boundary: Boundary,
  { stateDir, fresh, now }: ProofMemory,
): Boundary => {
  const file = join(stateDir, 'boundary-proof.json');
  return {
    ...boundary,
    prove: async () => {
      const of = standsFor(boundary.kind);
      const known = fresh ? null : read(file, of, now());
      if (known !== null) return ok(known);
      const proof = await boundary.prove();
      if (proof.ok) write(stateDir, file, { of, at: now(), proof: proof.value });
      return proof;
    },
  };
};

/** What a proof was made with. */
const standsFor = (kind: Boundary['kind']): string => {
  const program = findTool('bwrap');
  const stat = program === null ? undefined : statSync(program, { throwIfNoEntry: false });
  const bwrap = stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
  return [kind, release(), bootId(), process.getuid?.() ?? '', process.execPath, bwrap].join('\n');
};

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};

const read = (file: string, of: string, now: number): BoundaryProof | null => {
  try {
    const known: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(known) || known['of'] !== of || typeof known['at'] !== 'number') return null;
    const age = now - known['at'];
    return age >= 0 && age < STANDS_MS && isProof(known['proof']) ? known['proof'] : null;
  } catch {
    return null;
  }
};

const isProof = (value: unknown): value is BoundaryProof =>
  isObject(value) &&
  typeof value['version'] === 'string' &&
  Array.isArray(value['tried']) &&
  Array.isArray(value['networks']);

/** What cannot be written is proven again next time. */
const write = (stateDir: string, file: string, content: object): void => {
  try {
    mkdirSync(stateDir, { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(content), { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // A full disk is told of where it matters.
  }
};
