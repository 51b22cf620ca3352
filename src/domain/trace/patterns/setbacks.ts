import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { once } from './once.ts';
import { failedTests } from './session-index.ts';
import type { SessionView, Timed } from './session-view.ts';

/** Something that was tried out and failed: a test, or a command that runs what was written. */
export interface Setback {
  readonly at: number;
  readonly agent: AgentId;
  readonly evidence: Evidence;
  /** What failed, in its own words; empty: it said nothing. */
  readonly failures: string;
  /** The call that it was. */
  readonly call: string;
}

/** Programs that look or put things in place: that they fail says nothing of what was written. */
const ASIDE: ReadonlySet<string> = new Set(
  (
    'ls cat head tail grep egrep rg ag find fd sed awk wc diff cmp jq yq which test [ [[ stat file du less more nl sort uniq ' +
    'git cd echo printf mkdir cp mv rm touch ln chmod export set true false sleep kill pkill ps'
  ).split(' '),
);

/** Whether a command only looks, or puts things in place. */
export const isAside = ({ programs }: Pick<Timed<'command'>, 'programs'>): boolean =>
  programs.every((each) => ASIDE.has(each));

/** All of a session, in the order of time. */
export const setbacks = once((view): readonly Setback[] => {
  const tests = new Set(view.events('test').map(({ call }) => call));
  const runs = view
    .events('command')
    .filter((each) => failed(each) && !tests.has(each.call) && !isAside(each))
    .map(({ at, agent, evidence, call, failures }) => ({ at, agent, evidence, call, failures }));
  return [...failedTests(view), ...runs].toSorted((a, b) => a.at - b.at);
});

const failed = ({ exit }: Timed<'command'>): boolean => exit !== null && exit !== 0;

/** Those that one agent met. */
export const setbacksOf = (view: SessionView, agent: AgentId): readonly Setback[] =>
  byAgent(view).get(agent) ?? [];

const byAgent = once((view) => Map.groupBy(setbacks(view), ({ agent }) => agent));

/** Programs that show what is there. */
const LOOKS =
  /\b(?:grep|egrep|rg|ag|cat|head|tail|less|nl|awk|jq|yq|curl|(?:psql|sqlite3|mysql) .*(?:-c|-e|select|\\d)|git (?:-C \S+ )?(?:log|show|blame|diff|grep)|sed -n)\b/;

/** Whether a command shows what is there. */
export const isLook = ({ text }: Pick<Timed<'command'>, 'text'>): boolean => LOOKS.test(text);
