import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNoted } from '../../../src/domain/guard/noted.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { openAgentBench } from '../../rig/agent-bench.ts';
import { makeGuardPlace } from '../../rig/guard-place.ts';
import { marker, type Step } from '../../rig/script.ts';

/** What became of one command. */
export interface Met {
  /** What the model was told. */
  readonly told: string;
  /** Whether fanin's guard has refused it. */
  readonly refused: boolean;
}

/** What a run of commands came to, in the root agent and in a sub-agent of it. */
export interface GuardRun {
  readonly root: readonly Met[];
  readonly sub: readonly Met[];
}

/** The sub-agent has many commands to run, and a root agent that ends its turn ends it too. */
const patient = <T extends { readonly input: unknown }>(call: T): T =>
  typeof call.input === 'object' && call.input !== null && 'timeout_ms' in call.input
    ? { ...call, input: { ...call.input, timeout_ms: 600_000 } }
    : call;

function subEnd(dialect: Dialect): Step {
  const call = dialect.finish?.('The part is done.');
  return call === undefined ? { text: 'The part is done.' } : { calls: [call] };
}

/**
 * Lets a real CLI run commands, one after the other, first as the root agent, then as its sub-agent.
 * `guarded`: with fanin's guard, and nothing of the agent's own; otherwise as fanin starts the agent
 * at the worktree level, without the guard.
 */
export async function runGuarded(
  dialect: Dialect,
  commands: readonly string[],
  { guarded }: { readonly guarded: boolean },
): Promise<GuardRun> {
  const bench = openAgentBench(join('home', 'main.fanin', 'a'));
  try {
    const place = makeGuardPlace(bench.home);
    const config = join(bench.attempt, 'guard.json');
    const log = join(bench.attempt, 'guard.jsonl');
    writeFileSync(log, '');
    writeFileSync(config, JSON.stringify(place.config({ boundary: false, logs: [log] })));
    const texts = commands.map((command) => place.placed(command));
    const steps = texts.map((text): Step => ({ calls: [dialect.shell(text)] }));
    const { calls, next } = dialect.delegate([`Do it. ${marker('sub')}`]);
    const run = await bench.start({
      dialect,
      scripts: {
        main: [
          ...steps,
          { calls },
          ...next.map((call) => ({ calls: [patient(call)] })),
          { text: 'Done.' },
        ],
        sub: [...steps, subEnd(dialect)],
      },
      brief: `Do it. ${marker('main')}`,
      delegation: { mode: 'native' },
      boundary: guarded,
      ...(guarded ? { guard: config } : {}),
      deadlineMs: 900_000,
    });
    await run.ended;
    const noted = readNoted(readFileSync(log, 'utf8')).filter(({ refused }) => refused);
    const met = (script: string, ofSub: boolean): readonly Met[] => {
      const told = run.conversations(script);
      return texts.map((text, at) => {
        const answer = (told[at + 1] ?? '').slice((told[at] ?? '').length);
        const line = text.replaceAll(/\s+/g, ' ').trim();
        const here = noted.filter((each) => each.text === line);
        const named = dialect.agent.capabilities.hooksNameSubAgents;
        // Where the hook is not told who asks, what the model is told goes by the same way.
        const refused = named
          ? here.some((each) => (each.subAgent !== null) === ofSub)
          : here.length > 0 && answer.includes("fanin's guard refuses");
        return { told: answer, refused };
      });
    };
    return { root: met('main', false), sub: met('sub', true) };
  } finally {
    await bench.close();
  }
}
