import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { followOutput } from '../../src/adapters/files/follow-output.ts';
import { createSupervision } from '../../src/adapters/process/supervision.ts';
import type { AgentExit } from '../../src/domain/attempt/attempt.ts';
import type { Delegation } from '../../src/domain/plan/delegation.ts';
import type { AgentFact, AgentInput, LaunchRequest } from '../../src/ports/agent.ts';
import type { Dialect } from '../contract/real-agent.ts';
import { eventually } from '../support/eventually.ts';
import { killProcessesOf, lastingProcesses } from '../support/processes.ts';
import { startModelServer } from './model-server.ts';
import type { ModelServer } from './model-server.ts';
import type { Scripts, StepUsage } from './script.ts';

/** What a real CLI is started with. */
export interface BenchStart {
  readonly dialect: Dialect;
  readonly scripts: Scripts;
  readonly delegation: Delegation;
  readonly brief: string;
  /** Left out: there is one, since what the CLI may do is not the question; the scripts decide. */
  readonly boundary?: boolean;
  /** How long a question waits for an answer, in ms; left out: 0. */
  readonly questionMs?: number;
  /** The guard's config; left out: no guard is asked. */
  readonly guard?: string;
  /** How long it may take, in ms; left out: a little less than a test may. */
  readonly deadlineMs?: number;
}

/** A real CLI under its real supervisor, talking to a scripted model. */
export interface StartedAgent {
  /** When the model server listened and the launch was asked for, in ms of `performance.now()`. */
  readonly since: number;
  readonly ended: Promise<{ readonly exit: AgentExit; readonly facts: readonly AgentFact[] }>;
  say(input: AgentInput): Promise<void>;
  stop(): Promise<void>;
  reached(hold: string): Promise<void>;
  release(hold: string): void;
  /** Tokens of all answers served in full, by kind, as the port tells them. */
  served(): StepUsage;
  /** Names of the scripts that requests came for, each once, in order of their first request. */
  scriptsAsked(): readonly string[];
  /** What the requests told of the conversation so far, by script, in their order. */
  conversations(script: string): readonly string[];
  /** Settles when the file is there. */
  exists(path: string): Promise<unknown>;
  /** Settles when the text is in what it has printed. */
  printed(text: string): Promise<unknown>;
  /** Processes that have to do with this bench and should be gone. */
  leftOvers(): Promise<readonly string[]>;
}

/** A place for one attempt of a real CLI. */
export interface AgentBench {
  readonly workspace: string;
  /** The agent's HOME, and the attempt's folder. */
  readonly home: string;
  readonly attempt: string;
  start(start: BenchStart): Promise<StartedAgent>;
  /** What the adapter says it holds equal under this delegation. */
  fixedOf(dialect: Dialect, delegation: Delegation): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A real CLI takes its time to start, on a loaded machine half a minute. */
const START_FUSE_MS = 60_000;

/** A new one, in a folder of its own that is not below the temporary folder the CLI is given. */
export function openAgentBench(workspaceIn = 'work'): AgentBench {
  const folder = realpathSync(mkdtempSync('/var/tmp/fanin-agent-'));
  const workspace = join(folder, workspaceIn);
  const attempt = join(folder, 'attempt');
  const home = join(folder, 'home');
  const log = join(attempt, 'output.log');
  for (const each of [workspace, attempt, join(home, 'tmp')]) mkdirSync(each, { recursive: true });
  let server: ModelServer | null = null;

  const request = ({ dialect, brief, delegation, ...more }: BenchStart): LaunchRequest => ({
    attempt: 'r1-core-1',
    task: 'core',
    n: 1,
    spec: { name: dialect.name, use: dialect.agent.name, env: {}, ...dialect.spec },
    brief,
    briefFile: join(attempt, 'brief.md'),
    handoffFile: join(folder, 'work.handoff.json'),
    folder: attempt,
    scratch: attempt,
    workspace,
    boundary: more.boundary ?? true,
    delegation,
    questionMs: more.questionMs ?? 0,
    ...(more.guard === undefined ? {} : { guard: more.guard }),
  });

  return {
    workspace,
    home,
    attempt,
    start: async (start) => {
      const open = await startModelServer({ scripts: start.scripts });
      server = open;
      const env = {
        PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: home,
        TMPDIR: join(home, 'tmp'),
        IS_SANDBOX: '1',
        ...start.dialect.prepare({ home, url: open.url }),
      };
      const since = performance.now();
      const launch = start.dialect.agent.launch(request(start));
      if (!launch.ok) throw new Error(launch.error.message);
      for (const { name, content } of launch.value.files) {
        mkdirSync(dirname(join(attempt, name)), { recursive: true });
        writeFileSync(join(attempt, name), content);
      }
      writeFileSync(join(attempt, 'brief.md'), start.brief);
      const supervision = createSupervision({ stateFolder: folder, env });
      const started = await supervision.start({
        attempt: 'r1-core-1',
        folder: attempt,
        command: { argv: launch.value.argv, cwd: workspace, env: launch.value.env },
        stdin: launch.value.stdin,
        keepOpen: launch.value.keepOpen,
        deadlineAt: Date.now() + (start.deadlineMs ?? 110_000),
        killAfterMs: 5_000,
      });
      if (!started.ok) throw new Error(started.error.message);
      const ended = new Promise<AgentExit>((resolve) => {
        supervision.watch('r1-core-1', attempt, ({ exit }) => resolve(exit));
      }).then(async (exit) => {
        const facts: AgentFact[] = [];
        await followOutput(log, start.dialect.agent.decoder()).poll((fact) => facts.push(fact));
        return { exit, facts };
      });
      return {
        since,
        ended,
        say: async (input) => {
          const line = start.dialect.agent.input(input);
          if (line === null) throw new Error('it takes no input');
          if (!(await supervision.send('r1-core-1', attempt, line))) throw new Error('not sent');
        },
        stop: () => supervision.stop('r1-core-1', attempt, 'person'),
        reached: (hold) => open.reached(hold),
        release: (hold) => open.release(hold),
        served: () => open.usageTotals(),
        scriptsAsked: () => [
          ...new Set(open.requests.flatMap(({ conversation }) => conversation?.script ?? [])),
        ],
        conversations: (script) =>
          open.requests.flatMap(({ conversation }) =>
            conversation?.script === script ? [conversation.text] : [],
          ),
        exists: (path) => eventually(`${path} is there`, () => existsSync(path), START_FUSE_MS),
        printed: (text) =>
          eventually(`${text} is printed`, () => readFileSync(log, 'utf8').includes(text)),
        leftOvers: async () => (await lastingProcesses(folder)).map(({ command }) => command),
      };
    },
    fixedOf: (dialect, delegation) => {
      const launch = dialect.agent.launch(
        request({ dialect, delegation, brief: 'The same.', scripts: {} }),
      );
      if (!launch.ok) throw new Error(launch.error.message);
      return launch.value.fixed;
    },
    close: async () => {
      killProcessesOf(folder);
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
