import { countAt, isRecord, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { NewEvent } from '../../../domain/trace/build/new-event.ts';
import { unplaced } from '../../../domain/trace/build/new-event.ts';
import type {
  CallOutcome,
  ErrorClass,
  FileWrite,
  GitOp,
  Message,
  Party,
} from '../../../domain/trace/event.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { PlacedPath } from '../../../domain/trace/place.ts';
import { timeOf } from '../reading.ts';
import { evidenceAt, numberAt, oneOf, textsAt } from './noted.ts';

const OUTCOMES: readonly CallOutcome[] = ['ok', 'error', 'refused', 'interrupted'];
export const ERRORS: readonly ErrorClass[] = [
  'rate-limit',
  'context-overflow',
  'api',
  'network',
  'permission',
  'stale-edit',
  'not-found',
  'timeout',
  'interrupted',
  'concurrency-limit',
  'command-failed',
  'tool-unavailable',
  'bad-arguments',
];
const OPS: readonly FileWrite['op'][] = [
  'create',
  'replace',
  'edit',
  'append',
  'delete',
  'move',
  'revert',
];
const GIT: readonly GitOp[] = [
  'commit',
  'stash',
  'stash-pop',
  'checkout-paths',
  'switch',
  'reset',
  'clean',
  'restore',
  'merge',
  'rebase',
  'cherry-pick',
  'apply',
  'add',
  'rm',
  'mv',
  'worktree',
  'branch',
  'tag',
  'push',
  'pull',
  'update-ref',
  'look',
];
const WHATS: readonly Message['what'][] = ['prompt', 'brief', 'result', 'notice', 'final', 'said'];

/** Where a noted event stands: whose it is, and in which call. */
export interface Stand {
  readonly agent: string;
  readonly at: number | null;
  readonly call: string | null;
  readonly evidence: Evidence;
}

/** An event as it was noted in the `extra` of an exported step; null: it is none, or of no kind that is known. */
export function notedEvent(noted: JsonRecord, stand: Stand): NewEvent | null {
  const base = {
    agent: stand.agent,
    at: noted['at'] === null ? null : (timeOf(noted['at']) ?? stand.at),
    evidence: evidenceAt(noted, stand.evidence),
  };
  const { call } = stand;
  switch (noted['kind']) {
    case 'message':
      return { ...base, ...messageIn(noted), call };
    case 'spawn':
      return { ...base, ...spawnIn(noted), call };
    case 'stop':
      return {
        ...base,
        kind: 'stop',
        call,
        target: textAt(noted, 'target'),
        reason: reasonIn(noted),
      };
    case 'compaction':
      return {
        ...base,
        kind: 'compaction',
        trigger: oneOf(noted['trigger'], ['auto', 'manual'], 'unknown'),
        tokensBefore: numberAt(noted, 'tokensBefore'),
      };
    case 'error':
      return {
        ...base,
        kind: 'error',
        error: oneOf(noted['error'], ERRORS, 'unknown'),
        text: cut(textAt(noted, 'text') ?? '', LIMITS.reason),
      };
    default:
      return call === null ? null : ofCall(noted, { ...base, call });
  }
}

/** Events that a call alone can make. */
function ofCall(noted: JsonRecord, base: Stand & { readonly call: string }): NewEvent | null {
  switch (noted['kind']) {
    case 'read': {
      const path = pathOf(noted['path']);
      const how = oneOf(noted['how'], ['shell', 'run'], 'tool');
      return path === null ? null : { ...base, kind: 'read', path, how };
    }
    case 'write':
      return writeIn(noted, base);
    case 'command':
      return {
        ...base,
        kind: 'command',
        text: cut(textAt(noted, 'text') ?? '', LIMITS.command),
        cwd: textAt(noted, 'cwd'),
        until: timeOf(noted['until']),
        exit: numberAt(noted, 'exit'),
        programs: textsAt(noted, 'programs'),
        writes: noted['writes'] === null ? null : pathsOf(noted, 'writes'),
        ports: Array.isArray(noted['ports'])
          ? noted['ports'].filter((port) => typeof port === 'number')
          : [],
        failures: cut(textAt(noted, 'failures') ?? '', LIMITS.reason),
      };
    case 'test':
      return testIn(noted, base);
    case 'git':
      return gitIn(noted, base);
    case 'wait':
      return {
        ...base,
        kind: 'wait',
        targets: Array.isArray(noted['targets']) ? textsAt(noted, 'targets') : null,
        timeoutMs: numberAt(noted, 'timeoutMs'),
        until: timeOf(noted['until']),
        outcome: oneOf(noted['outcome'], ['done', 'timeout', 'interrupted'], 'unknown'),
      };
    default:
      return null;
  }
}

type OfCall = Stand & { readonly call: string };

function writeIn(noted: JsonRecord, base: OfCall): NewEvent | null {
  const path = pathOf(noted['path']);
  if (path === null) return null;
  return {
    ...base,
    kind: 'write',
    path,
    op: oneOf(noted['op'], OPS, 'unknown'),
    how: oneOf(noted['how'], ['shell'], 'tool'),
    preHash: textAt(noted, 'preHash'),
    postHash: textAt(noted, 'postHash'),
    content: null,
    added: null,
    removed: null,
    defines: textsAt(noted, 'defines').slice(0, LIMITS.names),
    imports: textsAt(noted, 'imports').slice(0, LIMITS.names),
    literals: textsAt(noted, 'literals').slice(0, LIMITS.names),
    names: textsAt(noted, 'names').slice(0, LIMITS.used),
    settings: textsAt(noted, 'settings').slice(0, LIMITS.names),
  };
}

const testIn = (noted: JsonRecord, base: OfCall): NewEvent => ({
  ...base,
  kind: 'test',
  what: oneOf(noted['what'], ['build', 'types', 'lint'], 'test'),
  runner: textAt(noted, 'runner') ?? '',
  scope: textsAt(noted, 'scope'),
  until: timeOf(noted['until']),
  verdict: oneOf(noted['verdict'], ['passed', 'failed'], 'unknown'),
  passed: numberAt(noted, 'passed'),
  failed: numberAt(noted, 'failed'),
  failures: cut(textAt(noted, 'failures') ?? '', LIMITS.excerpt),
  workspace: textAt(noted, 'workspace'),
});

const gitIn = (noted: JsonRecord, base: OfCall): NewEvent => ({
  ...base,
  kind: 'git',
  op: oneOf(noted['op'], GIT, 'other'),
  paths:
    noted['paths'] === 'whole'
      ? 'whole'
      : Array.isArray(noted['paths'])
        ? pathsOf(noted, 'paths')
        : null,
  destroys: noted['destroys'] === true,
  workspace: textAt(noted, 'workspace'),
  outcome: oneOf(noted['outcome'], OUTCOMES, 'running'),
  commit: textAt(noted, 'commit'),
});

const messageIn = (noted: JsonRecord) =>
  ({
    kind: 'message',
    what: oneOf(noted['what'], WHATS, 'note'),
    from: partyOf(noted['from']),
    to: partyOf(noted['to']),
    text: cut(textAt(noted, 'text') ?? '', LIMITS.brief),
    length: noted['length'] === null ? null : countAt(noted, 'length'),
  }) as const;

function partyOf(value: unknown): Party {
  const party = isRecord(value) ? value : {};
  const id = textAt(party, 'id');
  if (party['kind'] === 'agent' && id !== null) return { kind: 'agent', id };
  return { kind: party['kind'] === 'person' ? 'person' : 'program' };
}

const spawnIn = (noted: JsonRecord) =>
  ({
    kind: 'spawn',
    child: textAt(noted, 'child'),
    outcome: oneOf(noted['outcome'], ['started', 'refused'], 'unknown'),
    reason: reasonIn(noted),
    briefHash: textAt(noted, 'briefHash'),
  }) as const;

const reasonIn = (noted: JsonRecord): string | null => {
  const reason = textAt(noted, 'reason');
  return reason === null ? null : cut(reason, LIMITS.reason);
};

const pathOf = (value: unknown): PlacedPath | null =>
  typeof value === 'string' ? unplaced(value, null) : null;

const pathsOf = (noted: JsonRecord, key: string): readonly PlacedPath[] =>
  textsAt(noted, key).flatMap((path) => unplaced(path, null) ?? []);

/** The outcome of a noted call. */
export const outcomeIn = (noted: JsonRecord): CallOutcome =>
  oneOf(noted['outcome'], OUTCOMES, 'running');
