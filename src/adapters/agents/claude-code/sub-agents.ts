import type { AgentFact } from '../../../ports/agent.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../json-record.ts';
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
      return agents.flatMap((agent) => {
        // One that waits for its turn has no id yet.
        const id = textAt(agent, 'agentId');
        const state = textAt(agent, 'state');
        if (id === null) return [];
        if (state === 'done' || state === 'error') return end(id);
        return start(id, { name: nameOf(textAt(agent, 'label')), workflow });
      });
    },
  };
}

const nameOf = (text: string | null): string => oneLine(text ?? '', NAME_LENGTH);
