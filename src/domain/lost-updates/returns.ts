import type { FileDelta, FileState } from './file-delta.ts';
import { sameState } from './file-delta.ts';
import type { Entry, Ledger, PathStep } from './ledger.ts';

/** A path that is what it was before a landing. `how`: as people read it. */
export interface Return {
  readonly entry: Entry;
  readonly path: string;
  readonly how: string;
  /** False: it says something only where the author never had the landing. */
  readonly exact: boolean;
}

/** A path with what lies there before and after a change; what is renamed is two. */
interface PathChange {
  readonly path: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
  /** Its content lives on under another name. */
  readonly movedTo: string | null;
  /** Its content came from another name. */
  readonly movedFrom: string | null;
}

/** Paths that a change makes what they were before one of the landings. */
export const returnsIn = (
  { entries }: Pick<Ledger, 'entries'>,
  files: readonly FileDelta[],
): readonly Return[] => {
  const changes = files.flatMap(pathChanges);
  return entries.flatMap((entry) =>
    changes.flatMap((change): readonly Return[] => {
      const step = entry.steps.get(change.path);
      const found = step === undefined ? null : returnTo(entry, step, change);
      return found === null ? [] : [{ entry, path: change.path, ...found }];
    }),
  );
};

const pathChanges = ({ path, from, before, after }: FileDelta): readonly PathChange[] =>
  from === null
    ? [{ path, before, after, movedTo: null, movedFrom: null }]
    : [
        { path, before: null, after, movedTo: null, movedFrom: from },
        { path: from, before, after: null, movedTo: path, movedFrom: null },
      ];

const returnTo = (
  entry: Entry,
  step: PathStep,
  { path, before, after, movedTo, movedFrom }: PathChange,
): Pick<Return, 'how' | 'exact'> | null => {
  if (sameState(step.before, step.after) || sameState(before, after)) return null;
  if (after !== null && sameState(step.before, after)) return { how: howBack(step), exact: true };
  if (after === null && step.before === null)
    return step.from === null && movedTo === null
      ? { how: 'what it added is gone', exact: !entry.shares.has(path) }
      : { how: 'the name that it gave is gone', exact: false };
  if (movedFrom !== null && entry.steps.get(movedFrom)?.from === path)
    return { how: 'the name that it took away is back', exact: true };
  if (before === null && after !== null && step.after === null)
    return { how: 'what it deleted is back, changed', exact: false };
  if (modeBack(step, before, after))
    return { how: `its mode is ${after?.mode ?? ''} again`, exact: true };
  return null;
};

const howBack = ({ before, after }: PathStep): string => {
  if (after === null) return 'what it deleted or renamed is back as it was';
  if (before?.mode === '160000' && after.mode === '160000')
    return 'the submodule points where it did before';
  if (before?.mode !== after.mode && before?.blob === after.blob)
    return `its mode is ${before?.mode ?? ''} again`;
  return before?.mode === '120000'
    ? 'the link points where it did before'
    : 'the file is what it was before, to the byte';
};

const modeBack = (step: PathStep, before: FileState | null, after: FileState | null): boolean =>
  step.before !== null &&
  step.after !== null &&
  step.before.mode !== step.after.mode &&
  before?.mode === step.after.mode &&
  after?.mode === step.before.mode;
