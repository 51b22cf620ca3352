import { closeSync, openSync, readSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, type Result } from '../../../domain/result.ts';
import type { Detection } from '../../../ports/agent.ts';
import { run } from '../../process/run.ts';
import { detectProgram, programOf } from '../detect-program.ts';
import { isOlder, parseVersion } from '../version.ts';
import { MANIFEST, MINIMAL_NODE } from './manifest.ts';

const TIMEOUT_MS = 20_000;

/**
 * What is installed. Where the program is a script for `node`, that one is looked at first: with an
 * old one the CLI dies of a syntax error that says nothing to anybody (`agent-broken`).
 */
export async function detect(spec: AgentSpec): Promise<Result<Detection, Failure>> {
  const env = { ...process.env, ...spec.env };
  if (needsNode(programOf(spec, MANIFEST), env['PATH'] ?? '')) {
    const problem = await nodeProblem(env);
    if (problem !== null) return err(problem);
  }
  return detectProgram(spec, MANIFEST, { KIMI_CODE_NO_AUTO_UPDATE: '1' });
}

async function nodeProblem(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Failure | null> {
  const { failure: problem, stdout } = await run({
    argv: ['node', '--version'],
    cwd: process.cwd(),
    env,
    maxBytes: 1024,
    timeoutMs: TIMEOUT_MS,
  });
  const version = problem === null ? parseVersion(stdout.toString('utf8')) : null;
  if (version !== null && !isOlder(version, MINIMAL_NODE)) return null;
  const found = version === null ? 'there is none on PATH' : `the one on PATH is ${version}`;
  return failure(
    'agent-broken',
    `${MANIFEST.title} needs Node ${MINIMAL_NODE} or newer; ${found}`,
    {
      hint: `Put a newer Node first on PATH, or give the agent a PATH of its own in its \`env\`.`,
    },
  );
}

/** Its npm package is a script for whatever `node` PATH has; its installer's binary needs none. */
function needsNode(program: string, path: string): boolean {
  const places = program.includes('/')
    ? [program]
    : path.split(delimiter).map((folder) => join(folder, program));
  const head = places.map(headOf).find((bytes) => bytes !== null) ?? '';
  return /^#!.*\bnode\b/.test(head);
}

/** The first bytes of a file, or null when there is none that can be read. */
function headOf(file: string): string | null {
  try {
    const open = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(64);
      return buffer.toString('latin1', 0, readSync(open, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(open);
    }
  } catch {
    return null;
  }
}
