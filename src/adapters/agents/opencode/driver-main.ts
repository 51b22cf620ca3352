import { readFileSync } from 'node:fs';
import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { tailFile } from '../file-tail.ts';
import { parseRecord, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { refuseToStart } from '../driver-link.ts';
import { driveTurns, type LegPlan, type LegReport } from '../turns-driver.ts';
import type { DriverConfig } from './driver-config.ts';
import { makeEventReader } from './events.ts';
import { INLINE_CONFIG, layOver, ownConfig } from './inline-config.ts';
import { gotOver, judge } from './verdict.ts';

/**
 * The program that fanin starts for opencode: `node driver-main.js <config.json>`. It has the
 * witness loaded into the CLI and reads what that hears, for the CLI prints neither sub-agents nor
 * their tokens, and ends a turn for a message, for the CLI takes none.
 */
const config = readConfig(process.argv[2] ?? '');
const reader = makeEventReader(process.cwd());
const facts: AgentFact[] = [];
const events = tailFile(config.events, (line) => void facts.push(...reader.feed(line)));
let transcript = false;
let printed: JsonRecord | null = null;

layConfig();
await driveTurns({
  first: leg(config.brief, ['--title', config.title]),
  resume: (session, text) => leg(text, ['--session', session]),
  // The witness tells it earlier.
  sessionOf: (line) => {
    const record = parseRecord(line);
    if (record !== null && textAt(record, 'type') === 'error') printed = recordAt(record, 'error');
    return null;
  },
  interrupt: 'SIGTERM',
  account: (_session, report) => Promise.resolve(account(report)),
  exitOf: (report) => (gotOver({ report, reader }) ? 0 : report.code),
  look: (ears, last) => {
    events.poll(last);
    for (const fact of facts.splice(0)) ears.tell(fact);
    if (reader.heard && !transcript) {
      transcript = true;
      ears.tell({ kind: 'transcript', path: config.events });
    }
    if (reader.session !== null) ears.begun(reader.session);
  },
});

function readConfig(file: string): DriverConfig {
  // Written by `launch`.
  return JSON.parse(readFileSync(file, 'utf8')) as DriverConfig;
}

function layConfig(): void {
  const content = layOver(process.env[INLINE_CONFIG], ownConfig(config.permissions, witness()));
  if (content === null) {
    const text = `${INLINE_CONFIG} is set and holds no JSON object: fanin cannot add to it`;
    refuseToStart(text);
  }
  process.env[INLINE_CONFIG] = content;
  process.env['FANIN_OPENCODE_EVENTS'] = config.events;
  if (config.guard !== null) process.env['FANIN_OPENCODE_GUARD'] = JSON.stringify(config.guard);
  if (config.alone) process.env['FANIN_OPENCODE_ALONE'] = '1';
}

/** Beside this file, built or not: the CLI runs both. */
function witness(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./witness.${extension}`, import.meta.url).href;
}

function leg(prompt: string, more: readonly string[]): LegPlan {
  const argv = [config.program, 'run', '--format', 'json', ...more, ...config.common];
  return { argv, stdin: prompt };
}

/** What was not told: ends of sub-agents that were killed, and what the work ended of. */
function account(report: LegReport): readonly AgentFact[] {
  const told = [...reader.leftOver(), ...judge({ report, reader, printed })];
  printed = null;
  return told;
}
