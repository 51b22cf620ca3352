import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acpAgent } from '../../src/adapters/agents/acp/agent.ts';
import { launch } from '../../src/adapters/agents/acp/launch.ts';
import { DRIVER_CONFIG } from '../../src/adapters/agents/acp/driver-config.ts';
import { LONGEST_LINE } from '../../src/adapters/files/line-splitter.ts';
import { TAG_VARIABLE } from '../../src/adapters/process/sweep.ts';
import { emptySummary, summarise } from '../../src/domain/receipt/summarise-output.ts';
import type { OutputSummary } from '../../src/domain/receipt/output-summary.ts';
import type { AgentSpec } from '../../src/domain/plan/plan.ts';
import type { AgentFact, AgentInput, LaunchRequest } from '../../src/ports/agent.ts';
import { launchRequest } from '../contract/agent.ts';
import type { AcpScript } from './acp-agent-main.ts';
import { eventually } from './eventually.ts';

/** The driver at work with the small agent. */
export interface DrivenAcp {
  readonly workspace: string;
  say(input: AgentInput): void;
  stop(): void;
  /** Settles with the messages that the agent has got, once one of them has this in it. */
  heard(part: string): Promise<readonly string[]>;
  /** Settles once the output has this in it. */
  printed(part: string): Promise<unknown>;
  /** What the agent got in all, line by line. */
  journal(): readonly string[];
  readonly ended: Promise<{
    readonly code: number | null;
    readonly facts: readonly AgentFact[];
    readonly seen: OutputSummary;
    /** The whole output, line by line. */
    readonly lines: readonly string[];
  }>;
  /** Ends it if it still lives, and takes its folder away. */
  close(): void;
}

/** More than a script: what the engine would ask for, and the driver's own time limit. */
export interface AcpDrive extends Omit<AcpScript, 'journal'> {
  readonly request?: Partial<LaunchRequest>;
  readonly answerMs?: number;
  /** Model and effort of the agent's config. */
  readonly settings?: Pick<AgentSpec, 'model' | 'effort'>;
  /** Makes the workspace ready. */
  readonly prepare?: (workspace: string) => void;
}

const JUDGE = join(import.meta.dirname, '../../src/compose/guard-hook.ts');
const AGENT = join(import.meta.dirname, 'acp-agent-main.ts');

/** The command line of the small agent with that script. */
export const acpCommand = (script: string): string =>
  `exec '${process.execPath}' '${AGENT}' '${script}'`;

/** Starts it, without an engine or a supervisor: both are others' tests. */
export function driveAcp(how: AcpDrive): DrivenAcp {
  const { request, answerMs = 8_000, settings, prepare, ...script } = how;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-acp-')));
  const workspace = join(folder, 'work');
  const journal = join(folder, 'journal');
  mkdirSync(workspace);
  prepare?.(workspace);
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ ...script, journal }));
  const spec = {
    name: 'small',
    use: 'acp',
    run: acpCommand(join(folder, 'script.json')),
    args: [],
    env: {},
    ...settings,
  };
  const handoffFile = join(folder, 'work.handoff.json');
  const launched = launch(
    launchRequest(spec, { folder, workspace, handoffFile, ...request }),
    process.execPath,
    JUDGE,
  );
  if (!launched.ok) throw new Error(launched.error.message);
  for (const { name, content } of launched.value.files) {
    const config = {
      ...JSON.parse(content),
      ...(name === DRIVER_CONFIG ? { answerMs, againMs: 100 } : {}),
    } as unknown;
    writeFileSync(join(folder, name), JSON.stringify(config));
  }
  const [node = '', ...args] = launched.value.argv;
  const file = join(folder, 'output.log');
  const log = openSync(file, 'w');
  const child = spawn(node, args, {
    cwd: workspace,
    // A tag of its own: its sweep must not meet another test's.
    env: { ...process.env, [TAG_VARIABLE]: folder },
    // A file, as under the supervisor.
    stdio: ['pipe', log, 'ignore'],
    detached: true,
  });
  closeSync(log);
  const { stdin } = child;
  stdin?.on('error', () => undefined);
  const decoder = acpAgent({ node }).decoder();
  const output = (): string => readFileSync(file, 'utf8');
  const read = (): readonly string[] =>
    existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [];
  return {
    workspace,
    say: (input) => void stdin?.write(`${JSON.stringify(input)}\n`),
    stop: () => void child.kill('SIGTERM'),
    heard: (part) =>
      eventually(`the agent hears ${part}`, () => {
        const lines = read();
        return lines.some((line) => line.includes(part)) && lines;
      }),
    printed: (part) => eventually(`the output has ${part}`, () => output().includes(part)),
    journal: read,
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        const lines = output().split('\n');
        // Whoever reads the log leaves longer ones out.
        const short = lines.filter((line) => line.length <= LONGEST_LINE);
        const facts = short.flatMap((line) => decoder.feed(line));
        resolve({ code, facts, lines, seen: facts.reduce(summarise, emptySummary) });
      });
    }),
    close: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
