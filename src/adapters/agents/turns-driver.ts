import type { AgentFact, AgentInput } from '../../ports/agent.ts';
import type { Leg, LegEnd } from '../process/leg.ts';
import { endLeg, startDriverLeg, type DriverLeg, type DriverLegOptions } from './driver-leg.ts';
import { openDriverLink } from './driver-link.ts';
import type { DriverLink } from './driver-link.ts';

/** How one leg of an agent is started. */
export interface LegPlan {
  readonly argv: readonly string[];
  readonly stdin: string;
}

/** How a leg ended. */
export interface LegReport {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to its standard error. */
  readonly errors: string;
  /** It was asked to end: for a message, or for good. */
  readonly asked: boolean;
}

/** Who is told of what an agent's own files say. */
export interface TurnEars {
  tell(fact: AgentFact): void;
  /** The session holds this leg's prompt: from now on it can be gone on with. To be called for each leg. */
  begun(session: string): void;
}

/** What a driver of turns has to know of its agent: one that takes a message only between two runs of its program. */
export interface TurnsAgent {
  readonly first: LegPlan;
  /** The leg that goes on with a session, with `text` as its prompt. */
  resume(session: string, text: string): LegPlan;
  /** The session that a line of output names, once it holds the leg's prompt; or null. */
  sessionOf(line: string): string | null;
  /** The signal by which a turn is ended so that it can be gone on with. */
  readonly interrupt: 'SIGINT' | 'SIGTERM';
  /** Facts that only the agent's own files tell (usage of sub-agents, transcripts); after each leg. Must not throw. */
  account(session: string | null, leg: LegReport): Promise<readonly AgentFact[]>;
  /** The exit code that tells how a leg went, where the program's own does not; left out: its own. */
  exitOf?(leg: LegReport): number | null;
  /**
   * Looks for what is new in the agent's own files, while a leg runs and, with `last`, once it has
   * ended. Must not throw.
   */
  look?(ears: TurnEars, last: boolean): void;
  /**
   * Why the leg at work must be ended at once, or null; asked after each line of output and each look.
   * Left out: nothing is such a reason.
   */
  mustEnd?(): string | null;
}

type Message = Extract<AgentInput, { kind: 'message' }>;

/** How often the agent's own files are looked at, in ms. */
const LOOK_MS = 200;

/** After a signal a leg has this long, in ms; then its group is killed. */
const PATIENCE_MS = 4_000;

/**
 * Runs an agent to its end, turn after turn: a message interrupts the turn and is the prompt of the
 * next one, in the same session. Ends this process as the last leg ended.
 */
export async function driveTurns(agent: TurnsAgent): Promise<never> {
  const messages: Message[] = [];
  let session: string | null = null;
  let leg: Leg | null = null;
  let stopping = false;
  let asked = false;
  /** A leg that is ended before the session holds its prompt takes with it what it was to tell. */
  let safe = false;
  const end = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (leg === null) return;
    asked = true;
    endLeg(leg, signal, PATIENCE_MS);
  };
  const interrupt = (): void => {
    if (safe && messages.length > 0) end(agent.interrupt);
  };
  const link = openDriverLink({
    message: (message) => {
      messages.push(message);
      interrupt();
    },
    answer: () => undefined,
    stop: () => {
      stopping = true;
      end('SIGTERM');
    },
  });
  const begun = (id: string): void => {
    session ??= id;
    safe = true;
    interrupt();
  };
  const ears: TurnEars = { tell: (fact) => link.tell(fact), begun };
  const { hear, look } = watchOf(agent, ears, (why) => {
    if (stopping) return;
    stopping = asked = true;
    leg?.signal('SIGKILL');
    link.tell({ kind: 'trouble', code: 'agent-failed', text: why, fatal: true });
  });
  let plan = agent.first;
  for (let n = 1; ; n += 1) {
    asked = false;
    safe = false;
    const running = startDriverLeg(legOptions(plan, n), link, hear);
    leg = running.leg;
    const ended = await seenOut(running, look);
    leg = null;
    agent.look?.(ears, true);
    const { code, signal } = ended;
    const report = { code, signal, errors: running.errors(), asked };
    for (const fact of await agent.account(session, report)) link.tell(fact);
    const told = messages.splice(0);
    if (told.length === 0 || stopping || session === null) {
      tellWay(link, told, 'too-late');
      return endAs({ ...ended, code: agent.exitOf?.(report) ?? code }, link);
    }
    tellWay(link, told, 'resume');
    plan = agent.resume(session, told.map(({ text }) => text).join('\n\n'));
  }
}

/** Waits for the end of a leg and of all that it has left behind; looks around meanwhile. */
async function seenOut({ leg, endOutput }: DriverLeg, look: () => void): Promise<LegEnd> {
  const looking = setInterval(look, LOOK_MS);
  const ended = await leg.ended;
  clearInterval(looking);
  endOutput();
  await leg.sweep();
  return ended;
}

/** Tells how messages reached the agent. */
function tellWay(link: DriverLink, told: readonly Message[], way: 'resume' | 'too-late'): void {
  for (const { id } of told) link.tell({ kind: 'message', id, way });
}

/** What is heard and seen of a leg at work: after each of it, whether it must end. */
function watchOf(agent: TurnsAgent, ears: TurnEars, mustEnd: (why: string) => void) {
  const check = (): void => {
    const why = agent.mustEnd?.() ?? null;
    if (why !== null) mustEnd(why);
  };
  return {
    hear: (line: string): void => {
      const session = agent.sessionOf(line);
      if (session !== null) ears.begun(session);
      check();
    },
    look: (): void => {
      agent.look?.(ears, false);
      check();
    },
  };
}

const legOptions = (plan: LegPlan, n: number): DriverLegOptions => ({
  ...plan,
  name: `leg-${n}`,
  cwd: process.cwd(),
  keepOpen: false,
  keepErrors: true,
});

/** Ends this process as its last leg ended. */
export function endAs({ code, signal, failure }: LegEnd, link: DriverLink): never {
  if (failure !== null) {
    link.tell({ kind: 'trouble', code: 'agent-failed', text: failure, fatal: true });
    process.exit(127);
  }
  const number = signal === null ? null : (SIGNALS[signal] ?? 15);
  process.exit(number === null ? (code ?? 1) : 128 + number);
}

/** The shell's way to tell a death by signal; the supervisor is a shell. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};
