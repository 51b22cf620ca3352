import { resolve } from 'node:path';
import { openProject } from '../../compose/project.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { applyHere, heldDiff, writeTo } from '../../compose/salvage/apply.ts';
import { heldWork } from '../../compose/salvage/held-work.ts';
import type { HeldAttempt, HeldState } from '../../compose/salvage/held-work.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { printText } from '../app/page.ts';
import { EXIT } from '../exit-codes.ts';
import type { Known } from '../ids/known.ts';
import { resolveAttempt } from '../ids/resolve.ts';
import { appliedLines, salvageHead, salvageLines, stateName } from '../screens/salvage.ts';
import { plainPaint } from '../text/style.ts';

/** `fanin salvage list` */
export async function listHeld(cli: Cli): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const held = await heldWork(place.value);
  if (!held.ok) return held;
  const wanted = held.value.filter(({ run }) => cli.run === null || run.startsWith(cli.run));
  cli.out.lines(
    cli.json ? [JSON.stringify({ schema: 1, attempts: wanted })] : salvageLines(wanted, cli.look()),
  );
  return ok(EXIT.ok);
}

/** `fanin salvage show <attempt>` */
export async function showHeld(
  cli: Cli,
  typed: string,
  wish: { readonly checkpoint: string | null; readonly diff: boolean },
): Promise<Outcome> {
  const chosen = await choose(cli, typed, wish.checkpoint);
  if (!chosen.ok) return chosen;
  const { place, attempt, state } = chosen.value;
  const look = cli.look();
  const colour = look.paint !== plainPaint && !cli.json;
  const options = { colour, stat: wish.diff ? null : look.width };
  const diff = await heldDiff(place, state, options);
  if (!diff.ok) return diff;
  const words = diff.value.toString('utf8');
  if (cli.json) {
    const { states: _states, ...rest } = attempt;
    cli.out.lines([JSON.stringify({ schema: 1, attempt: rest, state, diff: words })]);
    return ok(EXIT.ok);
  }
  const head = salvageHead(attempt, state, look);
  await printText(cli, `${head.join('\n')}\n\n${words}`);
  return ok(EXIT.ok);
}

/** `fanin salvage apply <attempt>` */
export async function applyHeld(
  cli: Cli,
  typed: string,
  wish: { readonly checkpoint: string | null; readonly to: string | null },
): Promise<Outcome> {
  const chosen = await choose(cli, typed, wish.checkpoint);
  if (!chosen.ok) return chosen;
  const { place, attempt, state } = chosen.value;
  const done =
    wish.to === null
      ? await applyHere(place, state, cli.cwd)
      : await writeTo(place, state, resolve(cli.cwd, wish.to));
  if (!done.ok) return done;
  cli.out.lines(
    cli.json
      ? [
          JSON.stringify({
            schema: 1,
            attempt: attempt.id,
            state,
            ...done.value,
            beside: attempt.beside,
          }),
        ]
      : appliedLines(attempt, state, done.value),
  );
  return ok(EXIT.ok);
}

interface Chosen {
  readonly place: RepositoryPlace;
  readonly attempt: HeldAttempt;
  readonly state: HeldState;
}

async function choose(
  cli: Cli,
  typed: string,
  checkpoint: string | null,
): Promise<Result<Chosen, Failure>> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const held = await heldWork(place.value);
  if (!held.ok) return held;
  if (held.value.length === 0) return err(nothingHeld(typed));
  const found = resolveAttempt(knownFrom(held.value), typed, cli.run);
  if (!found.ok) return found;
  const attempt = held.value.find(({ id }) => id === found.value.id);
  if (attempt === undefined) return err(nothingHeld(typed));
  const state = stateOf(attempt, checkpoint);
  return state.ok ? ok({ place: place.value, attempt, state: state.value }) : state;
}

const nothingHeld = (typed: string): Failure =>
  failure('nothing-held', `no checkpoint and no harvest holds anything of "${typed}"`, {
    hint: 'fanin salvage lists what is held; fanin status --why says where the rest is',
  });

function stateOf(attempt: HeldAttempt, checkpoint: string | null): Result<HeldState, Failure> {
  const state =
    checkpoint === null
      ? attempt.states.at(-1)
      : attempt.states.find(({ seq }) => String(seq) === checkpoint);
  if (state !== undefined) return ok(state);
  const names = attempt.states.map(stateName).join(', ');
  return err(
    failure('nothing-held', `${attempt.task}#${attempt.n} has no checkpoint ${checkpoint ?? ''}`, {
      hint: `held are: ${names}`,
    }),
  );
}

/** Ids are looked up in what is held, not in the log. */
function knownFrom(held: readonly HeldAttempt[]): Known {
  const runs = [...new Set(held.map(({ run }) => run))].toSorted((a, b) => (a < b ? 1 : -1));
  const of = (run: string) => held.filter((each) => each.run === run);
  return {
    runs,
    tasks: (run) => [...new Set(of(run).map(({ task }) => task))],
    attempts: of,
  };
}
