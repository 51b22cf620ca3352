import { buildCommand } from '@stricli/core';
import type { Failure } from '../../domain/failure.ts';
import type { AgentSpec } from '../../domain/plan/plan.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveTask } from '../ids/resolve.ts';
import type { KnownTask } from '../ids/known.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { newestAttempt } from '../model/run-model.ts';

interface Flags extends CommonFlags {
  readonly detach?: boolean;
  readonly wait?: boolean;
  readonly agent?: string;
}

/** `fanin retry <task> [note]` */
export const route = buildCommand<Flags, [string, string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, task: string, note?: string) =>
    retry(cli, flags, { typed: task, note: note ?? '' }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      agent: valued('Who is to make collected work; default: the agent of the config', 'name'),
      detach: toggle('Go on in the background, where no engine runs'),
      wait: { kind: 'boolean', optional: true, brief: 'Stay when only you can move it on' },
    },
    aliases: { ...COMMON_ALIASES, d: 'detach' },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'A failed or returned task', placeholder: 'task' },
        {
          parse: text,
          optional: true,
          brief: 'What the next agent should know',
          placeholder: 'note',
        },
      ],
    },
  },
  docs: {
    brief: 'Make a failed or returned task again',
    customUsage: ['[-d] <task> [note]', '<task> --agent <name>'],
    fullDescription:
      'In a new attempt, whose brief says what became of the last one. Where no engine runs, the run goes on here.',
  },
});

function retry(
  cli: Cli,
  flags: Flags,
  { typed, note }: { readonly typed: string; readonly note: string },
): Promise<Outcome> {
  return withRuns(cli.cwd, async (runs) => {
    const found = resolveTask(runs.known, typed, cli.run);
    if (!found.ok) return found;
    const { run, task } = found.value;
    const { place } = runs.model;
    const agent = await agentOf(runs, found.value, flags.agent ?? null);
    if (!agent.ok) return agent;
    const { submit } = await import('../../compose/submit.ts');
    const done = await submit(place, run, {
      type: 'retry',
      task,
      note,
      by: cli.user,
      ...(agent.value === null ? {} : { agent: agent.value }),
    });
    if (!done.ok) return done;
    if (!runs.model.engineRuns()) {
      const { goOn } = await import('../run/resume-command.ts');
      return goOn(cli, {
        place,
        run,
        detach: flags.detach === true,
        background: false,
        ...(flags.wait === undefined ? {} : { wait: flags.wait }),
      });
    }
    if (cli.json) cli.out.lines([JSON.stringify({ run, task, note })]);
    else cli.err.lines([turnText(task, run, runs.model.reader.engine()?.run ?? null)]);
    return ok(EXIT.ok);
  });
}

/** Who is to make it: asked of the config where it was collected and no agent of fanin's has had it since. */
async function agentOf(
  runs: OpenRuns,
  { run, task }: KnownTask,
  name: string | null,
): Promise<Result<AgentSpec | null, readonly Failure[]>> {
  const found = runs.read(run).tasks.find(({ id }) => id === task);
  const collected = found === undefined ? undefined : newestAttempt(found)?.collected;
  if (name === null && collected === undefined) return ok(null);
  const { agentFor } = await import('../../compose/agent-for.ts');
  const agent = await agentFor(runs.model.place, name);
  if (agent.ok || name !== null) return agent;
  const otherwise = `or name another agent (fanin retry ${task} --agent <name>), or do it by hand: fanin brief ${task}`;
  return err(
    agent.error.map((each) => ({
      ...each,
      hint: [each.hint ?? '', otherwise].filter((part) => part !== '').join(' '),
    })),
  );
}

/** An engine carries on one run, and deals with commands for all. */
const turnText = (task: string, run: string, engineOf: string | null): string =>
  engineOf === null || engineOf === run
    ? `${task} is made again; the engine starts it when its turn comes.`
    : `${task} may be made again. The engine is busy with run ${engineOf}; after it: fanin run --resume ${run}`;
