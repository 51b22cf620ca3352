import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import type { LeftOutMember, MergedMember } from '../../domain/run/tested-group.ts';
import type { Merge } from '../../ports/repository.ts';
import { keepResolutions } from './keep-resolutions.ts';
import { messageOf } from './landing-message.ts';
import type { ResolveContext } from './regenerate.ts';
import { mergeOnto } from './resolve-merge.ts';

type Conflict = Extract<Merge, { kind: 'conflict' }>;

/** What became of the members of a group. */
export interface MergedGroup {
  readonly commits: readonly MergedMember[];
  readonly leftOut: readonly LeftOutMember[];
}

/** Merges deliveries onto `base`, one commit each, in order and without a work copy. One that conflicts is left out. */
export const mergeGroup = async (
  context: ResolveContext,
  base: string,
  deliveries: readonly Delivery[],
): Promise<Result<MergedGroup, Failure>> => {
  const commits: MergedMember[] = [];
  const leftOut: LeftOutMember[] = [];
  for (const delivery of deliveries) {
    const tip = commits.at(-1)?.commit ?? base;
    const merge = await mergeOnto(context, tip, delivery);
    if (!merge.ok) return merge;
    if (merge.value.kind === 'conflict') {
      const left = await leftOutBy(context, { base, commits, delivery }, merge.value);
      if (!left.ok) return left;
      leftOut.push(left.value);
      continue;
    }
    const { tree, brings, resolutions } = merge.value;
    const message = await messageOf(context, delivery, resolutions);
    const parents = context.run().plan.queue.squash ? [tip] : [tip, brings];
    const commit = await context.deps.repository.commit(tree, parents, message);
    if (!commit.ok) return commit;
    await keepResolutions(context, delivery, commit.value, { brings, resolutions });
    commits.push({ delivery: delivery.id, commit: commit.value, tree });
  }
  return ok({ commits, leftOut });
};

interface Met {
  readonly base: string;
  readonly commits: readonly MergedMember[];
  readonly delivery: Delivery;
}

/** What conflicts with the target goes back to its author; what conflicts with an earlier member waits for that one. */
const leftOutBy = async (
  context: ResolveContext,
  { base, commits, delivery }: Met,
  met: Conflict,
): Promise<Result<LeftOutMember, Failure>> => {
  const left = (onto: readonly string[], conflict: Conflict): Result<LeftOutMember, Failure> =>
    ok({ delivery: delivery.id, onto, text: conflictText(conflict) });
  if (commits.length === 0) return left([], met);
  const alone = await mergeOnto(context, base, delivery);
  if (!alone.ok) return alone;
  if (alone.value.kind === 'conflict') return left([], alone.value);
  const earlier = commits.map((member) => member.delivery);
  return left(earlier, met);
};

const conflictText = (merge: Conflict): string => {
  const paths = merge.files.map(({ path }) => path);
  const hunks = merge.files.map(
    ({ path, text }) =>
      `${path}:\n\n${text
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n')}`,
  );
  return [`conflicts with the target in ${paths.join(', ')}`, ...hunks].join('\n\n');
};
