import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodeTraces } from '../../../src/adapters/traces/claude-code/importer.ts';
import { codexTraces } from '../../../src/adapters/traces/codex/importer.ts';
import { kimiTraces } from '../../../src/adapters/traces/kimi/importer.ts';
import { shellParser } from '../../../src/adapters/shell/unbash.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import type { TraceImporter } from '../../../src/ports/traces.ts';
import { claudeSession } from './claude-session.ts';
import { codexSession } from './codex-session.ts';
import { kimiSession } from './kimi-session.ts';
import type { Form, Scenario, Step } from './scenario.ts';
import type { SessionFiles } from './session-files.ts';

const WRITERS: Readonly<Record<Form, (scenario: Scenario) => SessionFiles>> = {
  'claude-code': claudeSession,
  codex: codexSession,
  kimi: kimiSession,
};
const IMPORTERS: Readonly<Record<Form, TraceImporter>> = {
  'claude-code': claudeCodeTraces(shellParser.parse),
  codex: codexTraces(shellParser.parse),
  kimi: kimiTraces(shellParser.parse),
};

/** A scenario in one agent's records, read back. */
export interface MadeTrace {
  readonly scenario: Scenario;
  readonly form: Form;
  readonly trace: Trace;
  /** Where the label's evidence stands, as `file:line`. */
  readonly evidence: readonly string[];
}

/** Writes a scenario's native records below a folder of its own; where each step stands. */
export function writeSession(
  scenario: Scenario,
  form: Form,
  folder: string,
): ReadonlyMap<Step, string> {
  return WRITERS[form](scenario).write(sessionFolder(scenario, form, folder));
}

const sessionFolder = ({ code, id }: Scenario, form: Form, folder: string): string =>
  join(folder, code, id, form);

/** Writes a scenario's records, and reads them with the agent's own importer. */
export async function madeTraceOf(
  scenario: Scenario,
  form: Form,
  folder: string,
): Promise<MadeTrace> {
  const places = writeSession(scenario, form, folder);
  const trace = await readMade(scenario, form, sessionFolder(scenario, form, folder));
  if (trace === null) throw new Error(`no session in ${folder}`);
  const evidence = [...places].filter(([step]) => step.marked).map(([, place]) => place);
  return { scenario, form, trace, evidence };
}

/** The session whose records lie below a folder, as a plan or flags would have it; null: there are none yet. */
export async function readMade(
  scenario: Scenario,
  form: Form,
  folder: string,
): Promise<Trace | null> {
  const files = filesBelow(folder).map((path) => ({
    path,
    bytes: statSync(path).size,
    modifiedAt: 0,
  }));
  const [session] = await IMPORTERS[form].sessions(files);
  return session === undefined ? null : flagged(await IMPORTERS[form].read(session), scenario);
}

export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** What a plan or flags say of the session, beside its records. */
export function flagged(
  trace: Trace,
  {
    budget,
    deliverables,
    units,
    scopes,
  }: Pick<Scenario, 'budget' | 'deliverables' | 'units' | 'scopes'>,
): Trace {
  return {
    ...trace,
    budget: { ...trace.budget, wallMs: budget === null ? null : budget * 60_000 },
    deliverables,
    units:
      units === null
        ? null
        : Object.entries(units).map(([id, unit]) => ({ id, ...unit, deliverables: [] })),
    agents: trace.agents.map((agent) => ({ ...agent, scope: scopes[agent.id] ?? agent.scope })),
  };
}
