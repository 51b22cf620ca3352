import type { Evidence } from '../../../domain/trace/evidence.ts';
import { copied } from '../compact.ts';
import type { RawLine } from '../lines.ts';
import { glanceAnswer } from './glance-answer.ts';
import { glanceResult, writeWithoutOriginal } from './glance.ts';
import { standingOf, takePlainResult, takeRecord } from './records.ts';
import type { SessionState } from './session-state.ts';

/** Whose records a file has; `agent` null: the root's. */
interface Whose {
  readonly path: string;
  readonly agent: string | null;
}

/** Takes a record that needs no more than a look at its bytes. False: it must be parsed. */
export function takeGlance(
  state: SessionState,
  { path, agent }: Whose,
  raw: RawLine,
  line: number,
): boolean {
  // What comes behind the end of the program tells when another one went on.
  if (state.ended !== null && state.goesOnAt === null) return false;
  const evidence: Evidence = { file: path, line, record: null };
  const who = agent ?? state.session;
  const answer = glanceAnswer(raw, state, agent);
  if (answer !== null) {
    const { record, at, says } = answer;
    const cwd = state.answeredIn === answer.cwd ? state.answeredIn : copied(answer.cwd);
    state.answeredIn = cwd;
    takeRecord(state, { agent: who, at, cwd, evidence }, record);
    state.answered = says;
    return true;
  }
  const result = glanceResult(raw, state, agent);
  if (result !== null) {
    takePlainResult(state, { ...result, agent: who, evidence });
    return true;
  }
  const write = state.depth === 'measures' ? writeWithoutOriginal(raw, agent) : null;
  if (write === null) return false;
  takeRecord(state, standingOf(write, who, evidence), write);
  return true;
}
