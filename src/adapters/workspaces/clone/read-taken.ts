import type { Failure } from '../../../domain/failure.ts';
import { failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { ChangedBroughtIn } from '../brought-in.ts';
import { isObject } from '../records.ts';
import { textIn } from './ask-inside.ts';
import { readRecords } from './read-records.ts';
import type { AgentRef, Taken } from './inside/request.ts';

/** Reads what came from inside, where an agent may have had a hand in it. Code `inside-failed`. */
export const readTaken = (value: unknown): Result<Taken, Failure> => {
  const taken = isObject(value) ? takenIn(value) : null;
  return taken === null
    ? err(failure('inside-failed', 'What came from inside is not what fanin asked for.'))
    : ok(taken);
};

type Fields = Readonly<Record<string, unknown>>;

const takenIn = (value: Fields): Taken | null => {
  const [head, headTree, tree] = [value['head'], value['headTree'], value['tree']];
  if (!isId(head) || !isId(headTree) || !isId(tree)) return null;
  const held = isObject(value['held']) ? value['held'] : {};
  const ignored = isObject(value['ignored']) ? value['ignored'] : {};
  return {
    head,
    headTree,
    tree,
    onBranch: refIn(value['onBranch']),
    operation: OPERATIONS.find((name) => name === value['operation']) ?? null,
    held: {
      harvest: idIn(held['harvest']),
      staged: idIn(held['staged']),
      dropped: idIn(held['dropped']),
    },
    commit: idIn(value['commit']),
    dropped: countIn(value['dropped']),
    stagedTree: idIn(value['stagedTree']),
    refs: listIn(value['refs'], MOST_REFS).flatMap(agentRefIn),
    moreRefs: countIn(value['moreRefs']),
    unread: typeof value['unread'] === 'string' ? textIn(value['unread']) : null,
    nested: listIn(value['nested'], MOST_PATHS).flatMap((each) =>
      isObject(each) && typeof each['path'] === 'string'
        ? [{ path: textIn(each['path']), ignored: each['ignored'] === true }]
        : [],
    ),
    changed: listIn(value['changed'], MOST_PATHS).flatMap(changedIn),
    ignored: {
      entries: listIn(ignored['entries'], MOST_PATHS).map(textIn),
      left: listIn(ignored['left'], MOST_PATHS).map(textIn),
    },
    largeFiles: listIn(value['largeFiles'], MOST_PATHS).filter(isHash),
    gitLost: value['gitLost'] === true,
    records: isObject(value['records']) ? readRecords(value['records']) : null,
  };
};

const MOST_REFS = 1_000;
const MOST_PATHS = 10_000;
const OPERATIONS = ['merge', 'rebase', 'am', 'cherry-pick', 'revert', 'bisect'] as const;

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const idIn = (value: unknown): string | null => (isId(value) ? value : null);

const countIn = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

const listIn = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

/** A ref that git itself would take, in so far as that can be told without asking it. */
const refIn = (value: unknown): string | null =>
  typeof value === 'string' &&
  value.length < 1_000 &&
  /^refs\/[^\s~^:?*[\\]+$/.test(value) &&
  !/\p{Cc}|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|\.$|\/$/u.test(value)
    ? value
    : null;

const agentRefIn = (value: unknown): readonly AgentRef[] => {
  if (!isObject(value) || !isId(value['id'])) return [];
  const ref = refIn(value['ref']);
  return ref === null || ref.startsWith('refs/fanin/') ? [] : [{ ref, id: value['id'] }];
};

const changedIn = (value: unknown): readonly ChangedBroughtIn[] =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['now'] === 'string'
    ? [{ path: value['path'], now: textIn(value['now']), isFile: value['isFile'] === true }]
    : [];
