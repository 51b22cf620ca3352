import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { driveTurns, type LegPlan, type LegReport } from '../turns-driver.ts';
import type { DriverConfig } from './driver-config.ts';
import { layGuardedHome } from './own-home.ts';
import { fitsArgument, promptOfFile } from './prompt.ts';
import { kimiHome } from './session-files.ts';
import { watchSession } from './session-watch.ts';
import { troubleOf } from './trouble.ts';

/**
 * The program that fanin starts for Kimi Code: `node driver-main.js <config.json>`. It follows the
 * session's own records, for the CLI prints neither tokens nor sub-agents, and ends a turn for a
 * message, for the CLI takes none.
 */
const config = readConfig(process.argv[2] ?? '');
const UNASKED = "Kimi Code does not run hooks, so fanin's guard would not be asked";
const { guard } = config;
const guarded = guard === null ? null : layGuardedHome(guard, kimiHome(process.env));
// From here on its home is the attempt's own, where it asks the guard.
if (guard !== null) process.env['KIMI_CODE_HOME'] = guard.home;
const watch = watchSession(kimiHome(process.env), process.cwd(), config.effort);
let messages = 0;
/** Prompts that its records hold as a leg begins. */
let before = 0;

await driveTurns({
  first: leg(config.prompt, ['--agent-file', config.profile]),
  resume: (session, text) => leg(promptOf(text), ['--session', session]),
  // It names it when all is done; the files tell it earlier.
  sessionOf: () => null,
  interrupt: 'SIGINT',
  account: (_session, report) => Promise.resolve(account(report)),
  look: (ears, last) => watch.look(last, ears),
  mustEnd: () =>
    // A session takes its prompt once its hooks for its begin have run.
    watch.reader.prompts > before && guarded?.runsHooks === false ? UNASKED : null,
});

function readConfig(file: string): DriverConfig {
  // Written by `launch`.
  return JSON.parse(readFileSync(file, 'utf8')) as DriverConfig;
}

function leg(prompt: string, more: readonly string[]): LegPlan {
  guarded?.begin();
  before = watch.reader.prompts;
  const argv = [config.program, '-p', prompt, '--output-format', 'stream-json'];
  return { argv: [...argv, ...more, ...config.common], stdin: '' };
}

function promptOf(text: string): string {
  if (fitsArgument(text)) return text;
  messages += 1;
  const file = join(config.folder, `message-${messages}.md`);
  writeFileSync(file, text);
  return promptOfFile(file);
}

/** What its records lack: ends of sub-agents that were killed, and failures before the first turn. */
function account({ code, asked, errors }: LegReport): readonly AgentFact[] {
  const facts = [...watch.reader.leftOver()];
  if (code === 0 || asked || watch.reader.failed) return facts;
  const said = /^error: (?:failed to run prompt: )?(.+)$/m.exec(errors)?.[1];
  const message =
    said ?? (errors.trim().split('\n').at(-1) || `it ended with ${code ?? 'a signal'}`);
  return [...facts, troubleOf({ code: null, name: null, status: null, message }, true)];
}
