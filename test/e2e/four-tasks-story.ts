import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/store/sqlite-store.ts';
import type { Finding } from '../../src/domain/attempt/attempt.ts';
import type { CheckResult } from '../../src/domain/delivery/delivery.ts';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import type { AttemptView, DeliveryView, RunView, TaskView } from '../../src/domain/run/views.ts';
import type { ModelServer } from '../rig/model-server.ts';
import { fanin, type CliEnd } from '../support/built-cli.ts';
import { lastingProcesses, type FoundProcess } from '../support/processes.ts';
import { FOUR_TASKS, RETRY_NOTE } from './four-tasks.ts';
import { checkoutOf, type Scene } from './four-tasks-scene.ts';

/** What `fanin status --json` prints. */
export interface Status {
  readonly run: RunView & { readonly id: string; readonly engine: boolean };
  readonly tasks: readonly (TaskView & { readonly id: string })[];
  readonly attempts: readonly (AttemptView & {
    readonly id: string;
    readonly findings: readonly Finding[];
  })[];
  readonly deliveries: readonly (DeliveryView & { readonly id: string })[];
}

/** A commit on the target, newest first. */
export interface LandedCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly task: string;
  readonly attempt: string;
  readonly receipt: string;
}

/** What a person typed, by a name of ours. */
export type Typed =
  | 'plan'
  | 'run'
  | 'run while it runs'
  | 'show stray'
  | 'approve stray'
  | 'approve readme'
  | 'approve ids'
  | 'approve notes'
  | 'retry readme'
  | 'approve readme again'
  | 'resume'
  | 'promote'
  | 'clean';

/** Everything that was seen from the first command to the last. */
export interface Story {
  readonly ends: Readonly<Record<Typed, CliEnd>>;
  /** With all four agents at work; when all wait for a person; after the conflict; at the end. */
  readonly running: Status;
  readonly waiting: Status;
  readonly returned: Status;
  readonly landed: Status;
  /** By label: `readme#2`. */
  readonly receipts: ReadonlyMap<string, Receipt>;
  readonly briefs: ReadonlyMap<string, string>;
  readonly log: readonly LandedCommit[];
  /** What fanin knows of checks on a tree, by the definitions of the receipts. */
  readonly verdicts: ReadonlyMap<string, readonly CheckResult[]>;
  /** The main checkout at the start, before the promotion, and at the end. */
  readonly checkouts: readonly [Checkout, Checkout, Checkout];
  readonly processes: readonly FoundProcess[];
  /** Folders of workspaces before and after the cleaning; null: the folder that held them is gone. */
  readonly workspaces: readonly [readonly string[] | null, readonly string[] | null];
  readonly worktrees: string;
}

type Checkout = ReturnType<typeof checkoutOf>;

const LABELS = ['notes#1', 'readme#1', 'ids#1', 'stray#1', 'readme#2'] as const;

/** Plays the whole story. Nothing is expected here; what is seen is handed on. */
export async function playStory(scene: Scene, server: ModelServer): Promise<Story> {
  const ends: Partial<Record<Typed, CliEnd>> = {};
  const type = async (name: Typed, ...args: readonly string[]): Promise<void> => {
    ends[name] = await fanin(terminal(scene), args);
  };
  const start = checkoutOf(scene);
  await type('plan', 'plan');
  const run = type('run', 'run');
  await Promise.race([Promise.all(FOUR_TASKS.map(({ id }) => server.reached(id))), run]);
  if (ends.run !== undefined) throw new Error(`the run ended too early: ${said(ends.run)}`);
  const running = await statusOf(scene);
  await type('run while it runs', 'run');
  for (const { id } of FOUR_TASKS) server.release(id);
  await run;
  const waiting = await statusOf(scene);
  await type('show stray', 'review', 'show', 'stray');
  await type('approve stray', 'review', 'approve', 'stray');
  await type('approve readme', 'review', 'approve', 'readme');
  await type('approve ids', 'review', 'approve', 'ids');
  await type('approve notes', 'review', 'approve', 'notes');
  const returned = await statusOf(scene);
  await type('retry readme', 'retry', 'readme', RETRY_NOTE);
  await type('approve readme again', 'review', 'approve', 'readme');
  await type('resume', 'run', '--resume');
  const landed = await statusOf(scene);
  const receipts = await receiptsOf(scene);
  const log = logOf(scene, landed.run.targetRef);
  const verdicts = await verdictsOf(scene, log, receipts);
  const briefs = briefsOf(scene, landed.run.id);
  const before = checkoutOf(scene);
  const processes = await lastingProcesses(scene.folder);
  const left = workspacesOf(scene);
  await type('promote', 'promote');
  await type('clean', 'clean');
  return {
    // Every command was typed by now.
    ends: ends as Record<Typed, CliEnd>,
    running,
    waiting,
    returned,
    landed,
    receipts,
    briefs,
    log,
    verdicts,
    checkouts: [start, before, checkoutOf(scene)],
    processes,
    workspaces: [left, workspacesOf(scene)],
    worktrees: scene.git('worktree', 'list', '--porcelain'),
  };
}

const said = ({ exit, stdout, stderr }: CliEnd): string =>
  `exit code ${exit}\n${stdout}\n${stderr}`;

const terminal = ({ path, env }: Scene) => ({ cwd: path, env });

async function statusOf(scene: Scene): Promise<Status> {
  const end = await fanin(terminal(scene), ['status', '--json']);
  if (end.exit !== 0) throw new Error(`fanin status did not work: ${said(end)}`);
  return JSON.parse(end.stdout) as Status;
}

/** Those that there are: where one is missing, what was typed before says why. */
async function receiptsOf(scene: Scene): Promise<ReadonlyMap<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (const label of LABELS) {
    const { exit, stdout } = await fanin(terminal(scene), ['receipt', label, '--json']);
    if (exit === 0) receipts.set(label, JSON.parse(stdout) as Receipt);
  }
  return receipts;
}

const briefsOf = ({ path }: Scene, run: string): ReadonlyMap<string, string> =>
  new Map(
    LABELS.flatMap((label) => {
      const folder = join(path, '.git', 'fanin', 'attempts', `${run}-${label.replace('#', '-')}`);
      const file = join(folder, 'brief.md');
      return existsSync(file) ? [[label, readFileSync(file, 'utf8')]] : [];
    }),
  );

/** What has landed on the target since the commit that the scene ends with. */
function logOf({ git }: Scene, target: string): readonly LandedCommit[] {
  const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x2C)`;
  const format = [
    '%H',
    '%T',
    '%P',
    ...['Fanin-Task', 'Fanin-Attempt', 'Fanin-Receipt'].map(trailer),
  ];
  const lines = git('log', '--first-parent', `--format=${format.join('%x09')}`, `main..${target}`);
  return lines.split('\n').map((line) => {
    const [id = '', tree = '', parents = '', task = '', attempt = '', receipt = ''] =
      line.split('\t');
    return { id, tree, parents: parents.split(' '), task, attempt, receipt };
  });
}

async function verdictsOf(
  { path }: Scene,
  log: readonly LandedCommit[],
  receipts: ReadonlyMap<string, Receipt>,
): Promise<ReadonlyMap<string, readonly CheckResult[]>> {
  const store = openStore(join(path, '.git', 'fanin'));
  if (!store.ok) throw new Error(store.error.message);
  const definitions = [...receipts.values()].flatMap(({ checks }) =>
    checks.map(({ definition }) => definition),
  );
  const verdicts = new Map<string, readonly CheckResult[]>();
  for (const { tree } of log) {
    const known = await Promise.all(
      [...new Set(definitions)].map((each) => store.value.verdicts.get(tree, each)),
    );
    verdicts.set(
      tree,
      known.filter((result) => result !== null),
    );
  }
  store.value.close();
  return verdicts;
}

const workspacesOf = ({ workspaces }: Scene): readonly string[] | null =>
  existsSync(workspaces) ? readdirSync(workspaces).toSorted() : null;
