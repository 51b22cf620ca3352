import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { oneLine, toolWords, type ToolWords } from '../tool-words.ts';
import { DELEGATION_TOOL } from './manifest.ts';

/** Reads the calls of tools, each of which is told several times. */
export interface ToolLog {
  /** Facts in a part of type `tool`. */
  read(part: JsonRecord): readonly AgentFact[];
}

const REASON_LENGTH = 160;

/** An empty log of agents that work in `cwd`. It holds the ids of all calls. */
export function makeToolLog(cwd: string): ToolLog {
  const begun = new Set<string>();
  const done = new Set<string>();
  return {
    read(part) {
      const id = `${textAt(part, 'sessionID') ?? ''}/${textAt(part, 'callID') ?? ''}`;
      const name = textAt(part, 'tool') ?? 'a tool';
      const state = recordAt(part, 'state');
      const status = textAt(state, 'status');
      // While it is pending its input is not there yet.
      if (status === null || status === 'pending' || done.has(id)) return [];
      const input = recordAt(state, 'input');
      const text = textOf(name, input, cwd);
      const facts: AgentFact[] = begun.has(id) ? [] : [{ kind: 'tool', text }];
      begun.add(id);
      if (status === 'running') return facts;
      done.add(id);
      return [...facts, ...ended({ id, name, input, text, state })];
    },
  };
}

interface Ended {
  readonly id: string;
  readonly name: string;
  readonly input: JsonRecord;
  readonly text: string;
  readonly state: JsonRecord;
}

function ended({ id, name, input, text, state }: Ended): readonly AgentFact[] {
  const asked = name === 'invalid' ? textAt(input, 'tool') : name;
  const said = (name === 'invalid' ? textAt(input, 'error') : textAt(state, 'error')) ?? '';
  if (REFUSED.test(said)) {
    const refused: AgentFact = {
      kind: 'refused',
      text: `${text}: ${oneLine(said, REASON_LENGTH)}`,
    };
    if (asked !== DELEGATION_TOOL) return [refused];
    return [refused, { kind: 'sub-agent', id, phase: 'refused', name: text }];
  }
  const command = name === 'bash' ? textAt(input, 'command') : null;
  if (command === null) return [];
  const exit = recordAt(state, 'metadata')['exit'];
  return [{ kind: 'command', argv: command, exit: typeof exit === 'number' ? exit : null }];
}

/** How refusals begin: a tool that is off, a rule, a question that nobody answered, the witness. */
const REFUSED =
  /^(?:Error: )?(?:Model tried to call unavailable tool|The user has specified a rule|The user rejected permission|fanin: )/;

const WORDS: ToolWords = {
  verbs: { glob: 'search', grep: 'search', webfetch: 'fetch' },
  paths: ['filePath'],
  subjects: ['command', 'pattern', 'url', 'query', 'description', 'name', 'path'],
};

function textOf(name: string, input: JsonRecord, cwd: string): string {
  return name === 'invalid'
    ? oneLine(textAt(input, 'tool') ?? name, 80)
    : toolWords(WORDS, name, input, cwd);
}
