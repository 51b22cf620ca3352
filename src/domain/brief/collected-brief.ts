import type { Comeback } from '../attempt/attempt.ts';
import { placeText } from '../collect/collected-from.ts';
import type { CollectedFrom } from '../collect/collected-from.ts';
import { attemptLabel } from '../ids.ts';
import type { SplitFrom } from '../split/split-from.ts';
import type { TaskId } from '../ids.ts';
import type { Task } from '../plan/plan.ts';
import { checksSection } from './checks-section.ts';
import { COMEBACK_WORDS } from './comeback-words.ts';
import { section } from './section.ts';

/** What came back of work that fanin did not start, for whoever made it. */
export interface CollectedBrief {
  readonly task: Task;
  readonly n: number;
  readonly from: CollectedFrom;
  /** It is a part of what was collected; null: all of it. */
  readonly split: SplitFrom | null;
  /** The commit that was taken in, and the ref that holds it. */
  readonly held: { readonly ref: string; readonly commit: string };
  readonly base: string;
  readonly target: { readonly ref: string; readonly commit: string };
  /** What the work does not know of yet, the oldest first. */
  readonly landed: readonly LandedSince[];
  readonly comeback: Comeback;
}

/** Something that has landed since the work was begun. */
export interface LandedSince {
  readonly task: TaskId;
  readonly commit: string;
  readonly files: readonly string[];
}

/** Its sections behind the task itself. */
export const collectedSections = (input: CollectedBrief): readonly (string | null)[] => [
  [
    `## ${attemptLabel(input.task.id, input.n)} ${COMEBACK_WORDS[input.comeback.kind]}`,
    input.comeback.text.trim(),
  ].join('\n\n'),
  placeSection(input),
  landedSection(input),
  section('What to do', stepsOf(input)),
  checksSection(input.task, 'These are run on what is taken in, in a clean work copy:'),
  handBackSection(input),
];

const placeSection = ({ from, held, base }: CollectedBrief): string => {
  const files =
    from.uncommitted === 0 ? '' : `, with ${from.uncommitted} uncommitted or untracked files in it`;
  return section('Where the work lies', [
    from.worktree === null
      ? `On \`${placeText(from)}\`, at commit ${from.head.slice(0, 12)} when it was taken in. No work copy had it checked out: \`git worktree add ../${folderName(from)} ${asArgument(placeText(from))}\` makes one.`
      : `In ${from.worktree}${from.branch === null ? '' : `, on \`${placeText(from)}\``}, at commit ${from.head.slice(0, 12)} when it was taken in${files}. fanin has changed nothing there.`,
    `What was taken in is commit ${held.commit}, held by ${held.ref}: \`git diff ${base.slice(0, 12)} ${held.commit.slice(0, 12)}\`.`,
  ]);
};

const MOST_FILES = 8;

const landedSection = ({ landed, base, target }: CollectedBrief): string | null =>
  landed.length === 0
    ? null
    : section('What has landed since', [
        ...landed.map(({ task, commit, files }) => {
          const more = files.length - MOST_FILES;
          const named = files.slice(0, MOST_FILES).map((path) => `\`${path}\``);
          const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
          return `${task} as ${commit.slice(0, 12)}: ${list}`;
        }),
        `All of it: \`git log -p ${base.slice(0, 12)}..${target.commit.slice(0, 12)}\`.`,
      ]);

const stepsOf = ({ comeback, from, target, landed }: CollectedBrief): readonly string[] => {
  const merge = `\`git merge ${shortRef(target.ref)}\` there brings it up to the target${from.uncommitted === 0 ? '' : '; commit what is uncommitted first'}.`;
  switch (comeback.kind) {
    case 'conflict':
      return [
        merge,
        'Resolve each conflict so that both sides do what they were made for. Drop no line of what has landed: others rely on it.',
      ];
    case 'review':
      return ['Do what the reviewer asks for.', ...(landed.length === 0 ? [] : [merge])];
    default:
      return [
        'Find out why it is red, and mend the work, not the check.',
        ...(landed.length === 0 ? [] : [`It may be red only together with the target. ${merge}`]),
      ];
  }
};

const handBackSection = ({ task, n, from, split }: CollectedBrief): string =>
  section('Handing back', [
    ...(split === null ? [] : [partText(split)]),
    split?.taken === true
      ? `What is mended there goes back with the rest, by \`fanin collect ${asArgument(placeText(from))}\`, as the next attempt at ${split.task}; then give this part up: \`fanin drop ${task.id}\`. Or give it to an agent of fanin's: \`fanin retry ${task.id} --agent <name>\`.`
      : `\`fanin collect ${asArgument(placeText(from))}\` takes it in again, as ${attemptLabel(task.id, n + 1)}: what is committed, and what is not.`,
    'Do not push, and do not move branches below `fanin/`.',
  ]);

const partText = ({ task, n, paths, taken }: SplitFrom): string => {
  const named = paths.map((path) => `\`${path}\``).join(' ');
  return taken
    ? `This is what ${attemptLabel(task, n)} changed under ${named}, taken out by a reviewer.`
    : `What ${attemptLabel(task, n)} changed under ${named} was taken out by a reviewer and is not part of this.`;
};

const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//u, '');

const folderName = (from: CollectedFrom): string => placeText(from).replaceAll(/[^\w.-]+/gu, '-');

/** As a shell takes it. */
const asArgument = (text: string): string =>
  /^[\w./@:+-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
