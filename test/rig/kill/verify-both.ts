import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExit, readProcess } from '../../../src/adapters/process/records.ts';
import { checkpointRef, harvestRef } from '../../../src/domain/ids.ts';
import { lastingProcesses } from '../../support/processes.ts';
import { attemptNames, attemptsFolder } from './agents-at-work.ts';
import type { KillRepo } from './kill-repo.ts';
import { fanin, told } from './told.ts';
import type { Told } from './told.ts';
import { gitIn, landings, leftovers, lines, refsOf, untouched } from './verify.ts';

/** Every promise that a run whose engines and agents were killed must keep, as sentences about what is broken. */
export const faultsAfterBoth = async (
  repo: KillRepo,
  binary: string,
): Promise<readonly string[]> => {
  const processes = await lastingProcesses(repo.folder);
  const left = processes.map(({ pid, command }) => `process ${pid} is left: ${command}`);
  const run = await told(repo, binary);
  const targets = refsOf(repo, 'refs/heads/fanin/*/target');
  const [target] = targets;
  if (typeof run === 'string') return [...left, run];
  if (target === undefined || targets.length !== 1)
    return [...left, `there are ${targets.length} targets`];
  const held = heldLines(repo, run, target);
  const cleaned = await fanin(repo, [binary, 'clean']);
  return [
    ...left,
    ...landings(repo, target),
    ...held,
    ...startedOnce(repo, run),
    ...oneAtATime(repo, run),
    ...endings(repo, run),
    ...untouched(repo),
    ...(cleaned.status === 0 ? [] : [`clean ended with ${cleaned.status}: ${cleaned.stderr}`]),
    ...leftovers(repo),
    ...heldLines(repo, run, target).map((text) => `after clean: ${text}`),
  ];
};

/** Each line that an agent acknowledged: once in the target if its attempt landed, held elsewhere if not. */
const heldLines = (repo: KillRepo, run: Told, target: string): readonly string[] =>
  run.attempts.flatMap(({ id, task, n, outcome, workspace }) => {
    const file = join(attemptsFolder(repo), id, 'acks.log');
    const acks = existsSync(file) ? lines(readFileSync(file, 'utf8')) : [];
    const landed = blob(repo, `${target}:src/${task}.txt`);
    if (outcome === 'delivered')
      return acks.flatMap((line) => {
        const times = landed.filter((each) => each === line).length;
        return times === 1 ? [] : [`"${line}" of ${id} is in the target ${times} times`];
      });
    const places = [
      blob(repo, `${harvestRef(run.run.id, task, n)}:src/${task}.txt`),
      ...checkpoints(repo, run.run.id, { task, n }),
      inFolder(workspace, task),
    ];
    return acks.flatMap((line) => [
      ...(places.some((place) => place.includes(line)) ? [] : [`"${line}" of ${id} is lost`]),
      ...(landed.includes(line) ? [`"${line}" of ${id}, which was given up, has landed`] : []),
    ]);
  });

const blob = (
  repo: KillRepo,
  revision: string,
  ...before: readonly string[]
): readonly string[] => {
  try {
    return lines(gitIn(repo, ...before, 'cat-file', 'blob', revision));
  } catch {
    return [];
  }
};

const checkpoints = (
  repo: KillRepo,
  run: string,
  { task, n }: { readonly task: string; readonly n: number },
): readonly (readonly string[])[] => {
  const store = join(repo.repo, '.git', 'fanin', 'store.git');
  if (!existsSync(store)) return [];
  const dir = `--git-dir=${store}`;
  const pattern = checkpointRef(run, task, n, 0).replace(/0$/u, '');
  const refs = lines(gitIn(repo, dir, 'for-each-ref', '--format=%(refname)', pattern));
  return refs.map((ref) => blob(repo, `${ref}:src/${task}.txt`, dir));
};

const inFolder = (workspace: string | null, task: string): readonly string[] => {
  const file = join(workspace ?? '/nonexistent', 'src', `${task}.txt`);
  return existsSync(file) ? lines(readFileSync(file, 'utf8')) : [];
};

/** Every agent that ran belongs to an attempt of the log, and no attempt had two. */
const startedOnce = (repo: KillRepo, run: Told): readonly string[] => {
  const started = readdirSync(repo.starts).map((name) => name.slice(0, name.lastIndexOf('.')));
  const twice = started.filter((attempt, index) => started.indexOf(attempt) !== index);
  const known = new Set(run.attempts.map(({ id }) => id));
  const stray = [...started, ...attemptNames(repo)].filter((attempt) => !known.has(attempt));
  return [
    ...twice.map((attempt) => `${attempt} was started twice`),
    ...stray.map((attempt) => `${attempt} was begun and is in no log`),
  ];
};

/** The next agent of a task starts when nothing is left of the one before. */
const oneAtATime = (repo: KillRepo, run: Told): readonly string[] =>
  run.attempts.flatMap(({ id, task, n }) => {
    const before = run.attempts.find((other) => other.task === task && other.n === n - 1);
    if (before === undefined) return [];
    const started = readProcess(join(attemptsFolder(repo), id))?.startedAt;
    const gone = readExit(join(attemptsFolder(repo), before.id))?.at;
    if (started === undefined || (gone !== undefined && gone <= started)) return [];
    const when = gone === undefined ? 'never known to be' : `${gone - started} ms later`;
    return [`${id} was started when ${before.id} was not gone (${when})`];
  });

/** What fanin itself says of the run at its end. */
const endings = (repo: KillRepo, { run, tasks, attempts }: Told): readonly string[] => [
  ...(run.end === 'landed' ? [] : [`status says that the run ${run.end ?? 'has not ended'}`]),
  ...tasks.flatMap(({ id, phase }) => (phase === 'landed' ? [] : [`${id} is ${phase}`])),
  ...repo.tasks.flatMap((task) => {
    const times = attempts.filter((each) => each.task === task && each.outcome === 'delivered');
    return times.length === 1 ? [] : [`${task} was delivered ${times.length} times`];
  }),
  ...attempts.flatMap(({ id, outcome, removed, kept }) => [
    ...(outcome === null ? [`${id} has not ended`] : []),
    ...(outcome !== 'delivered' || removed
      ? []
      : [`the workspace of ${id} is told as there: ${kept ?? 'no reason'}`]),
  ]),
];
