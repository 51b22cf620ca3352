import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { isText } from '../../domain/resolve/stored-text.ts';
import { tellingLine } from '../../domain/resolve/telling-line.ts';
import { planTask } from '../../domain/run/state.ts';
import type { CheckCopy } from '../../ports/workspaces.ts';
import type { EffectContext } from './context.ts';
import { ABANDONED, runCommand } from './context.ts';
import { enterPlace } from './enter.ts';

/** An effect in which resolvers are at work. */
export interface ResolveContext extends EffectContext {
  /** What their commands carry: two tests may merge one delivery at the same time. */
  readonly tag: string;
}

/** Files that commands make anew. */
export interface Remake {
  /** What it is called in names of log files. */
  readonly name: string;
  /** The program that it cannot do without; null: none that is known. */
  readonly program: string | null;
  /** Given to `sh -c`, one after the other, until one fails. */
  readonly commands: readonly string[];
  /** The folder in which they are run, `''` or with a slash at its end. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** Files that are read afterwards, seen from the root. */
  readonly outputs: readonly string[];
}

/** The files as they came out, or why they did not, in one line. */
export type Remade =
  | { readonly ok: true; readonly texts: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly why: string };

/**
 * Runs commands in a clean copy of a commit, as checks are run: behind the boundary of the delivery's task. What they
 * leave is read from inside, so that nothing of the copy is opened out here.
 */
export const remake = async (
  context: ResolveContext,
  delivery: Delivery,
  commit: string,
  wanted: Remake,
): Promise<Result<Remade, Failure>> => {
  const { deps, run } = context;
  if (context.abandoned()) return err(ABANDONED);
  const task = planTask(run(), delivery.task);
  const copy = await deps.workspaces.checkCopy(run().id, commit, task.isolation);
  if (!copy.ok) return copy;
  const inside: Inside = { context, delivery, copy: copy.value, wanted };
  try {
    for (const [index, command] of wanted.commands.entries()) {
      const ran = await runInside(
        inside,
        `${wanted.name}-${index + 1}`,
        commandOf(wanted, command),
      );
      if (!ran.ok) return ran;
      if (ran.value.why !== null) return ok({ ok: false, why: ran.value.why });
    }
    return await readOutputs(inside);
  } finally {
    // What the commands did to what set-up had made, nobody knows: it is made again before anything is checked there.
    if ((await copy.value.setupKey()) !== null) await copy.value.markSetup('');
    await copy.value.release();
  }
};

interface Inside {
  readonly context: ResolveContext;
  readonly delivery: Delivery;
  readonly copy: CheckCopy;
  readonly wanted: Remake;
}

/** The exit code of a shell that does not find a program. */
const NOT_THERE = 127;

const commandOf = ({ program, folder }: Remake, command: string): string =>
  [
    ...(program === null ? [] : [`command -v ${program} >/dev/null 2>&1 || exit ${NOT_THERE}`]),
    ...(folder === '' ? [] : [`cd ${quoted(folder)} || exit 1`]),
    command,
  ].join('\n');

interface Ran {
  /** What it printed. */
  readonly text: string;
  /** Why it did not do its work; null: it did. */
  readonly why: string | null;
}

const runInside = async (
  { context, delivery, copy, wanted }: Inside,
  name: string,
  script: string,
): Promise<Result<Ran, Failure>> => {
  const { deps, run } = context;
  const task = planTask(run(), delivery.task);
  const logs = await deps.files.folder(delivery.attempt, 'landing');
  const log = `${context.tag.replaceAll(/[^\w-]+/gu, '-')}-${name}.log`;
  const env = { ...task.env, CI: 'true' };
  const command = { argv: ['sh', '-c', script], cwd: copy.path, env };
  const provide = () => deps.provisions.forCommands(run().plan.grants);
  const entered = await enterPlace(deps, copy, command, { provide });
  if (!entered.ok) return entered;
  const outcome = await runCommand(context, {
    command: entered.value,
    tag: context.tag,
    timeoutMs: wanted.timeoutMs,
    logFile: `${logs}/${log}`,
  });
  // What was ended on the way says nothing about the files.
  if (context.abandoned()) return err(ABANDONED);
  const text = (await deps.files.read(delivery.attempt, `landing/${log}`)) ?? '';
  if (outcome.exit === 0) return ok({ text, why: null });
  if (outcome.exit === NOT_THERE && wanted.program !== null)
    return ok({ text, why: `${wanted.program} is not there` });
  const how = outcome.timedOut ? 'took too long' : `failed (exit code ${String(outcome.exit)})`;
  const said = tellingLine(text);
  return ok({ text, why: `${wanted.name} ${how}${said === '' ? '' : `: ${said}`}` });
};

/** Around what is printed, so that what a shell or a boundary says beside it is none of it. */
const MARK = 'fanin-file-4f1c9a';

const readOutputs = async (inside: Inside): Promise<Result<Remade, Failure>> => {
  const texts = new Map<string, string>();
  for (const [index, path] of inside.wanted.outputs.entries()) {
    const script = `printf '%s\\n' ${MARK}-begin && cat -- ${quoted(path)} && printf '\\n%s\\n' ${MARK}-end`;
    const ran = await runInside(inside, `${inside.wanted.name}-file-${index + 1}`, script);
    if (!ran.ok) return ran;
    const text = between(ran.value.text);
    if (ran.value.why !== null || text === null)
      return ok({ ok: false, why: `${path} is not there afterwards` });
    if (!isText(text)) return ok({ ok: false, why: `${path} came out as no text in UTF-8` });
    texts.set(path, text);
  }
  return ok({ ok: true, texts });
};

const between = (printed: string): string | null => {
  const start = printed.indexOf(`${MARK}-begin\n`);
  const end = printed.lastIndexOf(`\n${MARK}-end`);
  if (start === -1 || end === -1) return null;
  return printed.slice(start + MARK.length + '-begin\n'.length, end);
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
