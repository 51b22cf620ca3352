import { readdirSync, readFileSync } from 'node:fs';
import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { refuseToStart } from '../driver-link.ts';
import { layLink, takeLink } from '../handoff-link.ts';
import { parseRecord, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { driveTurns, type LegPlan, type LegReport } from '../turns-driver.ts';
import { chatsHome } from './chat-files.ts';
import type { DriverConfig } from './driver-config.ts';
import { layGuardedHome, type GuardedHome } from './own-home.ts';
import { watchSession } from './session-watch.ts';
import { statsTotal, sumOf, unrecorded } from './totals.ts';
import { troubleOf, troubleOfExit } from './trouble.ts';

/**
 * The program that fanin starts for the Gemini CLI: `node driver-main.js <config.json>`. It follows
 * the session's own records, for the CLI prints neither requests nor sub-agents, and ends a turn for
 * a message, for the CLI takes none.
 */
const config = readConfig(process.argv[2] ?? '');
const { session } = config;
const UNASKED = "the Gemini CLI does not run hooks, so fanin's guard would not be asked";
const guarded = layGuard();
const watch = watchSession(chatsHome(process.env), session, process.cwd());
const legs: TokenUsage[] = [];
let counted = 0;
let result: JsonRecord | null = null;
/** The CLI says that its session has begun once its hooks for that have run. */
let begun = false;

if (config.needsPolicy) refuseForeignPolicies();
layLink(config.handoff);
process.on('exit', () => takeLink(config.handoff));
await driveTurns({
  first: leg(config.brief, ['--session-id', session]),
  resume: (id, text) => leg(text, ['--resume', id]),
  sessionOf: (line) => {
    const record = parseRecord(line);
    if (record !== null && textAt(record, 'type') === 'result') result = record;
    if (record !== null && textAt(record, 'type') === 'init') begun = true;
    // The files tell it once it can be gone on with.
    return null;
  },
  interrupt: 'SIGTERM',
  account: (_session, report) => Promise.resolve(account(report)),
  look: (ears, last) => watch.look(last, ears),
  mustEnd: () => (begun && guarded?.runsHooks === false ? UNASKED : null),
});

function readConfig(file: string): DriverConfig {
  // Written by `launch`.
  return JSON.parse(readFileSync(file, 'utf8')) as DriverConfig;
}

/** From here on the CLI's home is the attempt's own, where it asks the guard; null: it asks nobody. */
function layGuard(): GuardedHome | null {
  if (config.guard === null) return null;
  const home = layGuardedHome(config.guard, process.env, process.cwd());
  if (home === null) return refuseToStart('the settings.json of the Gemini CLI cannot be read');
  process.env['GEMINI_CLI_HOME'] = config.guard.home;
  return home;
}

function leg(prompt: string, more: readonly string[]): LegPlan {
  const refusal = guarded?.refusal() ?? null;
  if (refusal !== null) refuseToStart(refusal);
  begun = false;
  const argv = [config.program, '--output-format', 'stream-json', ...more, ...config.common];
  // A text that begins with a slash would be one of its commands.
  return { argv, stdin: prompt.trimStart().startsWith('/') ? `Your task:\n\n${prompt}` : prompt };
}

/** With policies of the machine's administrator the CLI passes over the attempt's own, with a warning. */
function refuseForeignPolicies(): void {
  const folder =
    process.platform === 'darwin'
      ? '/Library/Application Support/GeminiCli/policies'
      : '/etc/gemini-cli/policies';
  if (!namesIn(folder).some((name) => name.endsWith('.toml'))) return;
  refuseToStart(`the policies in ${folder} keep the Gemini CLI from those of this attempt`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What the records lack: ends of sub-agents that were killed, requests of the CLI's own, and what the work ended of. */
function account(report: LegReport): readonly AgentFact[] {
  const { requests } = watch.reader;
  const recorded = sumOf(requests.slice(counted));
  counted = requests.length;
  const stats = result === null ? null : statsTotal(recordAt(result, 'stats'));
  legs.push(stats ?? recorded);
  const facts = [...watch.reader.leftOver(), ...unrecorded(legs, requests), ...verdict(report)];
  result = null;
  return facts;
}

function verdict({ asked, code, errors }: LegReport): readonly AgentFact[] {
  if (asked) return [];
  if (result === null) return [troubleOfExit(code, errors)];
  if (textAt(result, 'status') === 'success')
    return code === 0 ? [] : [troubleOfExit(code, errors)];
  return [troubleOf(textAt(recordAt(result, 'error'), 'message') ?? 'the turn failed', true)];
}
