import { WRAP_UP } from '../../domain/attempt/input.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { Fate, Unit } from '../../domain/simulation/draw.ts';
import { CENTRAL_FILE, pacedMs } from '../../domain/simulation/draw.ts';
import { MODELLED } from '../../domain/simulation/resolve-model-plan.ts';
import type { Scenario } from '../../domain/simulation/scenario.ts';
import type { Agent, AgentFact } from '../../ports/agent.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SupervisedLaunch, Supervision } from '../../ports/supervision.ts';
import { modelledAgent } from './modelled-agent.ts';
import type { MemoryFiles } from './files.ts';
import type { MemorySupervision } from './supervision.ts';
import type { MemoryWorkspaces } from './workspaces.ts';

/** The part of the world that agents live in. */
export interface AgentWorld {
  readonly scenario: Scenario;
  /** The host's: nobody works while it sleeps, and supervisors give that time back. */
  readonly clock: Clock;
  readonly supervision: MemorySupervision;
  readonly workspaces: MemoryWorkspaces;
  readonly files: MemoryFiles;
  /** Which unit an attempt is at, and how it will go. */
  readonly lifeOf: (attempt: AttemptId) => { readonly unit: Unit; readonly fate: Fate };
}

/** Modelled agents: an adapter and a supervision for the engine, and what they have used. */
export interface ModelledAgents {
  readonly agent: Agent;
  readonly supervision: Supervision;
  /** Tokens of all agents up to now, sub-agents included. */
  readonly tokens: () => number;
}

/** In files: work that is not finished, and work that the checks will find wrong. */
export const HALF = 'half done';
export const RED = 'does not work';

/** Agents that do what scenario and seed say; nobody is started yet. */
export const modelledAgents = (world: AgentWorld): ModelledAgents => {
  const lives = new Map<AttemptId, Life>();
  const alive = new Set<AttemptId>();
  const { supervision } = world.supervision;
  const start: Supervision['start'] = async (launch) => {
    const known = lives.has(launch.attempt);
    const started = await supervision.start(launch);
    if (known || !started.ok || started.value.kind !== 'alive') return started;
    const life = newLife(world, launch, { others: () => alive.size, before: [...lives.values()] });
    lives.set(launch.attempt, life);
    alive.add(launch.attempt);
    tellSubAgents(world, life, 'started');
    supervision.watch(launch.attempt, launch.folder, () => {
      alive.delete(launch.attempt);
      life.endedAt = world.clock.awake().ms;
    });
    work(world, life, 1);
    tellAgain(world, life);
    // The supervisor holds the deadline whether or not an engine lives.
    world.clock.schedule(launch.deadlineAt - world.clock.now(), () =>
      end(world, life, () => world.supervision.due(launch.attempt)),
    );
    return started;
  };
  return {
    agent: modelledAgent(MODELLED),
    supervision: {
      ...supervision,
      start,
      send: async (attempt, folder, text) => {
        const sent = await supervision.send(attempt, folder, text);
        const life = lives.get(attempt);
        if (sent && life !== undefined && text.startsWith(`${WRAP_UP} `)) wrapUp(world, life);
        return sent;
      },
      stop: async (attempt, folder, why) => {
        const life = lives.get(attempt);
        if (life !== undefined) leave(world, life);
        await supervision.stop(attempt, folder, why);
      },
    },
    tokens: () => [...lives.values()].reduce((sum, life) => sum + tokensOf(world, life), 0),
  };
};

interface Life {
  readonly launch: SupervisedLaunch;
  readonly unit: Unit;
  readonly fate: Fate;
  /** In ms in which the host was awake, as its end. */
  readonly startedAt: number;
  /** Until its work is done, and until it ends by itself. */
  readonly workMs: number;
  readonly totalMs: number;
  readonly others: () => number;
  endedAt: number | null;
  /** Of `STEPS`: what lies in its workspace. */
  done: number;
  /** Whether its work is finished and it only polishes. */
  finished: boolean;
  over: boolean;
}

const newLife = (
  world: AgentWorld,
  launch: SupervisedLaunch,
  { others, before }: { readonly others: () => number; readonly before: readonly Life[] },
): Life => {
  const { unit, fate: alone } = world.lifeOf(launch.attempt);
  const earlier = before.filter((life) => life.unit.id === unit.id);
  const share = alone.obeys ? restOf(launch.stdin, earlier) : 1;
  const fate = { ...alone, workMs: Math.round(alone.workMs * share) };
  const told = fate.obeys ? toldMs(launch.stdin) : null;
  const totalMs = pacedMs(world.scenario, fate, told ?? world.scenario.agents.believesMs);
  return {
    launch,
    unit,
    fate,
    startedAt: world.clock.awake().ms,
    workMs: fate.workMs,
    totalMs,
    others,
    endedAt: null,
    done: 0,
    finished: false,
    over: false,
  };
};

/** What is left of the work for somebody whose brief names what is there, and who reads it first. */
const restOf = (brief: string, earlier: readonly Life[]): number => {
  if (!brief.includes('Take over from it')) return 1;
  const done = Math.max(0, ...earlier.map((life) => life.done));
  return Math.min(1, READING + 1 - done / STEPS);
};

/** To read what somebody else has done, as a share of doing it. */
const READING = 0.3;

/** What the brief says of the time; null: nothing. */
const toldMs = (brief: string): number | null => {
  const [, minutes] = /\((\d+) minutes from the start\)/u.exec(brief) ?? [];
  return minutes === undefined ? null : Number(minutes) * 60_000;
};

/** Steps of the work itself; what is slowed down by others is looked at anew with each. */
const STEPS = 4;

const work = (world: AgentWorld, life: Life, step: number): void => {
  const { fate, unit } = life;
  const slower = 1 + world.scenario.agents.slowdown * Math.max(0, life.others() - 1);
  world.clock.schedule((life.workMs / STEPS) * slower, () => {
    if (life.over || life.endedAt !== null) return;
    if (step === STEPS / 2 && endsEarly(world, life)) return;
    if (fate.end !== 'silent') {
      write(world, life, `part-${step}.txt`, `part ${step} of ${unit.id}\n`);
      life.done = step;
    }
    tellUsage(world, life);
    if (step < STEPS) {
      write(world, life, 'state.txt', HALF);
      work(world, life, step + 1);
      return;
    }
    finish(world, life);
    world.clock.schedule((life.totalMs - life.workMs) * slower, () => exit(world, life, 0));
  });
};

const endsEarly = (world: AgentWorld, life: Life): boolean => {
  const { end: how } = life.fate;
  if (how === 'crash') exit(world, life, 1);
  if (how === 'silent') exit(world, life, 0);
  return how === 'crash' || how === 'silent' || how === 'hang';
};

const finish = (world: AgentWorld, life: Life): void => {
  const { unit, fate, launch } = life;
  life.finished = true;
  write(world, life, 'state.txt', fate.end === 'red' ? RED : 'done');
  if (unit.central) world.workspaces.edit(launch.command.cwd, CENTRAL_FILE, `with ${unit.id}\n`);
  if (fate.strays)
    world.workspaces.edit(launch.command.cwd, 'elsewhere.txt', `${unit.id} was here\n`);
};

/** Who listens comes to an end: at once where the work is done, otherwise with what there is. */
const wrapUp = (world: AgentWorld, life: Life): void => {
  if (!life.fate.obeys || life.fate.end === 'hang') return;
  world.clock.schedule(WRAP_UP_MS, () => exit(world, life, 0));
};

const WRAP_UP_MS = 10_000;

const exit = (world: AgentWorld, life: Life, code: number): void =>
  end(world, life, () => world.supervision.exit(life.launch.attempt, { code }));

const end = (world: AgentWorld, life: Life, how: () => void): void => {
  if (life.over || life.endedAt !== null) return;
  handOff(world, life);
  leave(world, life);
  how();
};

/** What it says of its work: the truth, unless it lies. */
const handOff = (world: AgentWorld, life: Life): void => {
  const { finished, fate, launch, unit } = life;
  const sound = finished && fate.end === 'sound';
  const claims = sound || fate.lies ? [`${unit.id} is done`, 'all tests pass'] : [];
  const risks = sound || fate.lies ? [] : ['it is not done'];
  const text = JSON.stringify({ claims, skipped: [], risks });
  world.files.content.set(`${launch.command.cwd}.handoff.json`, text);
};

const leave = (world: AgentWorld, life: Life): void => {
  if (life.over) return;
  life.over = true;
  tellSubAgents(world, life, 'ended');
  tellUsage(world, life);
};

/** What its output says so far, and this. */
const tell = ({ files }: AgentWorld, { launch }: Life, fact: AgentFact): void =>
  void files.output.set(launch.attempt, [...(files.output.get(launch.attempt) ?? []), fact]);

const tellUsage = (world: AgentWorld, life: Life): void => {
  const { subAgents } = world.scenario.agents;
  const all = Math.round(tokensOf(world, life));
  const tokens = (output: number) => ({ input: 0, cacheRead: 0, cacheWrite: 0, output });
  const sub = tokens(Math.round((all * subAgents) / (1 + subAgents)));
  const models = [{ model: MODELLED, usage: tokens(all) }];
  tell(world, life, { kind: 'usage', usage: tokens(all), sub, models });
};

/** Where something hangs on it, an agent tells every minute what it has used; one that hangs tells nothing. */
const tellAgain = (world: AgentWorld, life: Life): void => {
  const { tokens, usd } = world.scenario.plan;
  if (tokens === null && usd === null) return;
  world.clock.schedule(USAGE_MS, () => {
    if (life.over || life.endedAt !== null || (life.fate.end === 'hang' && life.done > 0)) return;
    tellUsage(world, life);
    tellAgain(world, life);
  });
};

const USAGE_MS = 60_000;

const tellSubAgents = (world: AgentWorld, life: Life, phase: 'started' | 'ended'): void => {
  for (let k = 1; k <= world.scenario.agents.subAgents; k += 1)
    tell(world, life, { kind: 'sub-agent', id: `sub-${k}`, phase, name: 'helper' });
};

const write = (world: AgentWorld, { launch, unit }: Life, name: string, text: string): void =>
  world.workspaces.edit(launch.command.cwd, `${unit.id}/${name}`, text);

const tokensOf = ({ scenario, clock }: AgentWorld, life: Life): number => {
  const { tokensPerMinute, subAgents } = scenario.agents;
  const until = life.endedAt ?? clock.awake().ms;
  return ((until - life.startedAt) / 60_000) * tokensPerMinute * (1 + subAgents);
};
