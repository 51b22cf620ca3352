import { placeText } from './collected-from.ts';
import type { CollectedFrom } from './collected-from.ts';

/** What can be told of work that nobody has told fanin about. */
export interface WorkSeen {
  readonly from: CollectedFrom;
  /** The subjects of its newest commits, the oldest of them first. */
  readonly subjects: readonly string[];
  /** How many commits it has in all. */
  readonly commits: number;
}

/** The prompt of a collected task: what its commits say of it. Its first line becomes the subject of its landing. */
export const collectedPrompt = ({ from, subjects, commits }: WorkSeen): string => {
  const place = placeText(from);
  const [only = ''] = subjects;
  const files =
    from.uncommitted === 0
      ? ''
      : `${from.uncommitted} ${from.uncommitted === 1 ? 'file' : 'files'} in it had not been committed.`;
  const left = commits - subjects.length;
  const list = subjects.map((subject) => `- ${subject}`);
  return [
    commits === 0
      ? `Uncommitted work of ${place}`
      : commits === 1
        ? only
        : `${commits} commits of ${place}`,
    `Made outside of fanin, and taken in from ${place} as it was.`,
    commits === 0
      ? ''
      : ['Its commits:', '', ...(left > 0 ? [`- ${left} earlier ones`] : []), ...list].join('\n'),
    files,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};
