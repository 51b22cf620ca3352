import type { AgentFact } from '../../../ports/agent.ts';
import {
  countAt,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { oneLine } from '../tool-words.ts';

type SubAgentFact = Extract<AgentFact, { kind: 'sub-agent' }>;

/** Follows native sub-agents, those of workflows too, from their start to their end. */
export interface SubAgentLog {
  /** `system/task_started`. */
  started(record: JsonRecord): readonly SubAgentFact[];
  /** `system/task_updated` and `system/task_notification`: one of them or both tell an end. */
  changed(record: JsonRecord): readonly SubAgentFact[];
  /** `system/task_progress`: a workflow tells all of its agents in it, each time. */
  progressed(record: JsonRecord): readonly SubAgentFact[];
}

interface AtWork {
  readonly name: string;
  /** The workflow that it belongs to, or null. */
  readonly workflow: string | null;
}

const LIVE: ReadonlySet<string | null> = new Set(['pending', 'running', 'paused', null]);
const NAME_LENGTH = 100;

/** A log in which nobody is at work. */
export function makeSubAgentLog(): SubAgentLog {
  const atWork = new Map<string, AtWork>();
  /** Agents of workflows that were told of: they are told of again in each record. */
  const seen = new Set<string>();
  const start = (id: string, found: AtWork): readonly SubAgentFact[] => {
    if (atWork.has(id)) return [];
    atWork.set(id, found);
    return [{ kind: 'sub-agent', id, phase: 'started', name: found.name }];
  };
  const end = (id: string): readonly SubAgentFact[] => {
    const found = atWork.get(id);
    if (found === undefined) return [];
    atWork.delete(id);
    return [{ kind: 'sub-agent', id, phase: 'ended', name: found.name }];
  };
  return {
    started(record) {
      const id = textAt(record, 'task_id');
      if (id === null || textAt(record, 'task_type') !== 'local_agent') return [];
      return start(id, { name: nameOf(textAt(record, 'description')), workflow: null });
    },
    changed(record) {
      const task = textAt(record, 'task_id');
      const status = textAt(record, 'status') ?? textAt(recordAt(record, 'patch'), 'status');
      if (task === null || LIVE.has(status)) return [];
      const own = [...atWork].filter(([, { workflow }]) => workflow === task).map(([id]) => id);
      return [task, ...own].flatMap(end);
    },
    progressed(record) {
      const workflow = textAt(record, 'task_id');
      const agents = recordsAt(record, 'workflow_progress').filter(
        (each) => textAt(each, 'type') === 'workflow_agent',
      );
      // One record tells several changes, and a short life may be in one alone: in the order they came about.
      return agents
        .flatMap(changesOf)
        .toSorted((a, b) => a.at - b.at)
        .flatMap(({ id, name, phase }) => {
          if (phase === 'ended') return end(id);
          if (phase === 'lived' && seen.has(id)) return [];
          seen.add(id);
          return start(id, { name, workflow });
        });
    },
  };
}

interface Change {
  readonly id: string;
  readonly name: string;
  /** `lived`: it has ended, and may have been told of before or not. */
  readonly phase: 'started' | 'lived' | 'ended';
  /** Epoch ms; 0 where the record does not say. */
  readonly at: number;
}

/** What a record tells of one agent of a workflow; one that waits for its turn has no id yet. */
const changesOf = (agent: JsonRecord): readonly Change[] => {
  const id = textAt(agent, 'agentId');
  if (id === null) return [];
  const state = textAt(agent, 'state');
  const of = { id, name: nameOf(textAt(agent, 'label')) };
  const from = countAt(agent, 'startedAt');
  if (state !== 'done' && state !== 'error') return [{ ...of, phase: 'started', at: from }];
  const until = from + countAt(agent, 'durationMs');
  return [
    { ...of, phase: 'lived', at: from },
    { ...of, phase: 'ended', at: until },
  ];
};

const nameOf = (text: string | null): string => oneLine(text ?? '', NAME_LENGTH);
