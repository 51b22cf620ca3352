import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { driveTurns, type LegPlan, type LegReport } from '../turns-driver.ts';
import type { DriverConfig } from './driver-config.ts';
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
const watch = watchSession(kimiHome(process.env), process.cwd(), config.effort);
let messages = 0;

await driveTurns({
  first: leg(config.prompt, ['--agent-file', config.profile]),
  resume: (session, text) => leg(promptOf(text), ['--session', session]),
  // It names it when all is done; the files tell it earlier.
  sessionOf: () => null,
  interrupt: 'SIGINT',
  account: (_session, report) => Promise.resolve(account(report)),
  look: (ears, last) => watch.look(last, ears),
});

function readConfig(file: string): DriverConfig {
  // Written by `launch`.
  return JSON.parse(readFileSync(file, 'utf8')) as DriverConfig;
}

function leg(prompt: string, more: readonly string[]): LegPlan {
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
