import type { Candidate, Detector } from './pattern.ts';
import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { areVariants } from './alternatives.ts';
import { once } from './once.ts';
import { failedTests, subOf, writesOf } from './session-index.ts';
import { fileKey, overlap, type SessionView, type Timed } from './session-view.ts';
import { firstAfter } from './timed-list.ts';

/** Two sub-agents made the same thing in different files, and one of them had to go. */
export const crossFileScopeCollision: Detector = {
  code: 'cross-file-scope-collision',
  detect(view) {
    // The first write of each agent that defines a name stands for the others of it.
    const makers = new Map<string, Map<string, Timed<'write'>>>();
    for (const write of view.productWrites)
      for (const name of write.defines) {
        const of = makers.get(name) ?? new Map<string, Timed<'write'>>();
        makers.set(name, of);
        if (!of.has(write.agent) && !COMMON.has(name)) of.set(write.agent, write);
      }
    for (const [name, of] of numbered(view)) makers.set(name, of);
    const twice = [...makers].flatMap(([name, of]) => {
      const [first, second] = of.values();
      return first === undefined || second === undefined
        ? []
        : collision(view, name, first, second);
    });
    return [...twice, ...dropped(view)];
  },
};

/** Files of one folder that are put in order by a number: two of one number are two of one thing. */
function numbered({ productWrites, root }: SessionView): Map<string, Map<string, Timed<'write'>>> {
  const by = new Map<string, Map<string, Timed<'write'>>>();
  for (const write of productWrites) {
    const number = /^(.*\/)?V?(\d{2,})[._-]+[^/]*$/.exec(write.path.path);
    if (number === null || write.agent === root || write.op === 'delete') continue;
    const name = `${number[1] ?? ''}${number[2] ?? ''}`;
    const of = by.get(name) ?? new Map<string, Timed<'write'>>();
    by.set(name, of);
    if (!of.has(write.agent)) of.set(write.agent, write);
  }
  return by;
}

function collision(
  view: SessionView,
  name: string,
  first: Timed<'write'>,
  second: Timed<'write'>,
): readonly Candidate[] {
  const a = subOf(view, first.agent);
  const b = subOf(view, second.agent);
  if (a === undefined || b === undefined) return [];
  const isApart =
    first.path.workspace === second.path.workspace && first.path.path !== second.path.path;
  // Who asks for several ways has to choose one: that is no collision.
  if (!isApart || !overlap(a, b) || areVariants(view, a, b)) return [];
  const mended = mendedAt(view, name, first, second);
  if (mended === undefined) return [];
  return [
    {
      agents: [a.id, b.id],
      evidence: [first.evidence, second.evidence, mended.evidence],
      consequence: `"${name}" was made twice, and one had to go`,
      nearest: 'same-file-collision',
      rejection: 'they are different files',
      confidence: 'medium',
      episode: [fileKey(first.path), fileKey(second.path)],
    },
  ];
}

/** One's file was removed by a third hand, which made what had taken it take another's: both were the same thing, by whatever names. */
function dropped(view: SessionView): readonly Candidate[] {
  const removals = [...changes(view)].flatMap(([key, all]) =>
    all.flatMap((each) => (each.removes ? [{ ...each, key }] : [])),
  );
  return removals.flatMap((removal) => {
    const gone = makerOf(view).get(removal.key);
    const a = gone === undefined ? undefined : subOf(view, gone.agent);
    if (gone === undefined || a === undefined || removal.agent === a.id) return [];
    for (const turned of writesOf(view, removal.agent)) {
      if (turned.at < gone.at) continue;
      // The removal and the turning belong together.
      if (makerOf(view).get(fileKey(turned.path))?.agent !== a.id) continue;
      const kept = turned.imports
        .flatMap((module) => byStem(view).get(stemOf(module)) ?? [])
        .find((each) => each.agent !== a.id && each.path.path !== gone.path.path);
      const b = kept === undefined ? undefined : subOf(view, kept.agent);
      if (kept === undefined || b === undefined) continue;
      if (!overlap(a, b) || areVariants(view, a, b)) continue;
      return [
        {
          agents: [a.id, b.id],
          evidence: [gone.evidence, kept.evidence, turned.evidence, removal.evidence],
          consequence: `${gone.path.path} had to go for ${kept.path.path}`,
          nearest: 'same-file-collision' as const,
          rejection: 'they are different files',
          confidence: 'medium' as const,
          episode: [fileKey(gone.path), fileKey(kept.path)],
        },
      ];
    }
    return [];
  });
}

/** The first write of each file of the product. */
const makerOf = once((view) => {
  const by = new Map<string, Timed<'write'>>();
  for (const write of view.productWrites)
    if (write.op !== 'delete' && !by.has(fileKey(write.path))) by.set(fileKey(write.path), write);
  return by;
});

const stemOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '');

const byStem = once((view) => Map.groupBy(makerOf(view).values(), ({ path }) => stemOf(path.path)));

/** What came of it: a third hand changed one of the two, one was removed, or a test failed over it. */
function mendedAt(
  view: SessionView,
  name: string,
  first: Timed<'write'>,
  second: Timed<'write'>,
): Pick<Change, 'at' | 'evidence'> | undefined {
  const isThird = (agent: AgentId): boolean => agent !== first.agent && agent !== second.agent;
  const changed = [first, second].flatMap(
    ({ path }) =>
      firstAfter(
        changes(view).get(fileKey(path)) ?? [],
        second.at,
        ({ agent, removes }) => removes || isThird(agent),
      ) ?? [],
  );
  const failed = firstAfter(
    failedTests(view),
    second.at,
    ({ failures }) => TWICE.test(failures) && failures.includes(name.replace(/^.*\//, '')),
  );
  return [...changed, failed]
    .filter((each) => each !== undefined)
    .toSorted((x, y) => x.at - y.at)[0];
}

/** What a test or a build says of one thing that is there twice. */
const TWICE =
  /\b(?:duplicate|already (?:defined|declared|exists|registered|exported)|redeclar\w*|redefin\w*|multiple definition|conflict\w*|ambiguous|more than one|same (?:name|version|number))\b/i;

/** A file was written, or removed by git. */
interface Change {
  readonly key: string;
  readonly at: number;
  readonly agent: AgentId;
  readonly evidence: Evidence;
  readonly removes: boolean;
}

const changes = once((view) => {
  const all: Change[] = view.events('write').map(({ path, at, agent, evidence, op }) => ({
    key: fileKey(path),
    at,
    agent,
    evidence,
    removes: op === 'delete',
  }));
  for (const { op, outcome, paths, at, agent, evidence } of view.events('git'))
    if ((op === 'rm' || op === 'mv') && outcome === 'ok' && paths !== null && paths !== 'whole')
      for (const path of paths)
        all.push({ key: fileKey(path), at, agent, evidence, removes: true });
  return Map.groupBy(
    all.toSorted((x, y) => x.at - y.at),
    ({ key }) => key,
  );
});

const COMMON: ReadonlySet<string> = new Set(['main', 'default', 'setup', 'index', 'run', 'test']);
