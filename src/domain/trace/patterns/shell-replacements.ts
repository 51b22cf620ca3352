import { once } from './once.ts';
import { isNamed, type SessionView, type Timed } from './session-view.ts';
import { commandTexts } from './session-index.ts';
import { lastBefore } from './timed-list.ts';

/** A command that writes by `>` leaves nothing of what was there; its event tells only what it puts in. */
export function contentOf(view: SessionView, write: Timed<'write'>): Timed<'write'> {
  if (write.how !== 'shell' || write.content !== null) return write;
  const text = commandTexts(view).get(write.call) ?? '';
  if (write.added === null) return copied(view, write, text);
  return /(?<!>)>(?!>)/.test(text) && !text.includes('>>')
    ? { ...write, content: write.added }
    : write;
}

/** `cp a b` and `mv a b` leave nothing of `b`, unless `a` is something of this session: then it may hold the same. */
export function isReplaced(view: SessionView, write: Timed<'write'>): boolean {
  if (write.how !== 'shell' || write.content !== null || write.added !== null) return false;
  const [, source, target] =
    /(?:^|[;&|]\s*)(?:cp|mv)\s+(?:-\w+\s+)*([\w./-]+)\s+([\w./-]+)\s*(?:$|[;&|])/.exec(
      commandTexts(view).get(write.call) ?? '',
    ) ?? [];
  if (source === undefined || target === undefined) return false;
  return isNamed(write.path, bareName(target)) && !isOfSession(view, bareName(source));
}

const bareName = (path: string): string => path.replace(/^(?:\.{0,2}\/)+/, '');

/** Whether anyone wrote a file that a path leads to, in whatever work copy. */
const isOfSession = (view: SessionView, path: string): boolean =>
  path.split('/').some((_, index, parts) => writtenPaths(view).has(parts.slice(index).join('/')));

const writtenPaths = once((view) => new Set(view.events('write').map(({ path }) => path.path)));

/** `cp x y` leaves in `y` what was written into `x`. */
function copied(view: SessionView, write: Timed<'write'>, text: string): Timed<'write'> {
  for (const [, from = '', to = ''] of text.matchAll(/\b(?:cp|mv)(?: -\w+)* (\S+) ([^\s;&|]+)/g)) {
    const sources = view
      .events('write')
      .filter(({ path, content }) => content !== null && isNamed(path, from));
    const source = lastBefore(sources, write.at);
    if (source !== undefined && isNamed(write.path, to.replace(/^\.\//, '')))
      return { ...write, content: source.content };
  }
  return write;
}

/** A copy that a command puts in the place of something. */
interface Copy {
  readonly from: string;
  readonly to: string;
}

const copiesIn = (text: string): readonly Copy[] =>
  [...text.matchAll(/\b(?:cp|mv)(?: -\w+)* (\S+) ([^\s;&|]+)/g)].map(([, from = '', to = '']) => ({
    from: bareName(from),
    to: bareName(to),
  }));

/** What was made by copying something, by its own path. */
const backups = once((view) =>
  Map.groupBy(
    view.events('write').flatMap((write) =>
      write.how === 'shell' && write.op !== 'delete'
        ? copiesIn(commandTexts(view).get(write.call) ?? '')
            .filter(({ to }) => isNamed({ path: bareName(write.path.path) }, to))
            .map(({ from, to }) => ({ from, to, at: write.at, agent: write.agent }))
        : [],
    ),
    ({ to }) => to,
  ),
);

/** When the copy was made that an agent puts back in the place of a file; null: it puts none back. */
export function restored(view: SessionView, write: Timed<'write'>): number | null {
  if (write.how !== 'shell' || write.op === 'delete') return null;
  for (const { from, to } of copiesIn(commandTexts(view).get(write.call) ?? '')) {
    if (!isNamed(write.path, to)) continue;
    const made = lastBefore(
      (backups(view).get(from) ?? []).filter((each) => isNamed(write.path, each.from)),
      write.at,
    );
    if (made?.agent === write.agent) return made.at;
  }
  return null;
}

/** Whether a command puts something in the place of all that a file held; what it is, its text does not say. */
export function isWholeAndUnknown(view: SessionView, write: Timed<'write'>): boolean {
  if (write.how !== 'shell' || write.op === 'delete') return false;
  if (write.content !== null || write.added !== null) return false;
  const text = commandTexts(view).get(write.call) ?? '';
  return (
    /(?<![>\d&])>(?![>&])/.test(text) ||
    /\b(?:cp|mv|install|tee|truncate|dd|curl|wget)\b/.test(text)
  );
}
