import { hasAttemptFile, openAgentLog, openAttemptFile } from '../../compose/attempt-log.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { setupLog } from '../../domain/attempt/setup-log.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { AgentFact } from '../../domain/receipt/agent-fact.ts';
import { err, ok } from '../../domain/result.ts';
import { decodeEvent } from '../../protocol/events.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { printText } from '../app/page.ts';
import type { Chosen } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';
import { factLines, usageLine } from '../screens/fact-lines.ts';
import { tame } from '../text/tame.ts';
import { pause } from './changes.ts';

/** What to show of an attempt's logs. */
export interface LogsWish {
  readonly follow?: boolean;
  readonly errors?: boolean;
  readonly raw?: boolean;
  readonly setup?: boolean;
  readonly check: string | null;
}

/** Shows what an attempt's agent, the last command of its set-up or one of its checks has printed. Codes: `no-output`, `no-check`. */
export async function showLogs(cli: Cli, chosen: Chosen, wish: LogsWish): Promise<Outcome> {
  const { place, attempt, label } = chosen;
  const file = fileOf(chosen, wish);
  if (!hasAttemptFile(place, attempt.id, file) && !(wish.follow === true && isLive(chosen)))
    return err(missing(chosen, wish));
  const decoded =
    file === 'output.log' && wish.raw !== true
      ? openAgentLog(place, attempt.id, adapterOf(chosen))
      : null;
  if (decoded === null)
    await printAll(cli, chosen, {
      wish,
      source: rawSource(cli, openAttemptFile(place, attempt.id, file)),
    });
  else await printAll(cli, chosen, { wish, source: factSource(cli, decoded) });
  if (!cli.json && isLive(chosen) && wish.follow !== true)
    cli.err.lines([`${label} is at work: fanin logs -f ${label} goes on.`]);
  return ok(EXIT.ok);
}

interface Source {
  /** What has come since; '' for nothing. */
  next(): Promise<string>;
  /** What to close with. */
  end(): string;
}

const fileOf = ({ place, attempt }: Chosen, wish: LogsWish): string => {
  if (wish.check !== null) {
    const landing = `landing/${wish.check}.log`;
    return hasAttemptFile(place, attempt.id, landing) &&
      !hasAttemptFile(place, attempt.id, `checks/${wish.check}.log`)
      ? landing
      : `checks/${wish.check}.log`;
  }
  if (wish.setup === true) return lastSetupLog(place, attempt.id);
  return wish.errors === true ? 'errors.log' : 'output.log';
};

/** The command that failed is the last that was run. */
const lastSetupLog = (place: RepositoryPlace, attempt: AttemptId): string => {
  let k = 0;
  while (hasAttemptFile(place, attempt, setupLog(k + 1))) k += 1;
  return setupLog(k);
};

async function printAll(
  cli: Cli,
  chosen: Chosen,
  { wish, source }: { readonly wish: LogsWish; readonly source: Source },
): Promise<void> {
  if (wish.follow === true) return follow(cli, chosen, source);
  let whole = '';
  for (let part = await source.next(); part !== ''; part = await source.next()) whole += part;
  whole += source.end();
  if (whole === '') cli.err.lines([`${wish.check ?? chosen.label} has printed nothing.`]);
  await printText(cli, whole);
}

/** Ends with the attempt, after what came last. */
async function follow(cli: Cli, chosen: Chosen, source: Source): Promise<void> {
  for (;;) {
    const over = !isLive(chosen) || cli.out.closed();
    const part = await source.next();
    cli.out.write(part);
    if (part === '' && over) break;
    if (part === '') await pause();
  }
  cli.out.write(source.end());
}

const isLive = ({ runs, known }: Chosen): boolean => {
  const phase = runs.model.reader.view(known.run, 'attempt', known.id)?.body.phase;
  return phase !== undefined && phase !== 'ended' && phase !== 'harvesting';
};

/** A terminal is protected from what a log may hold; a file or a pipe gets it as it is. */
function rawSource(cli: Cli, file: ReturnType<typeof openAttemptFile>): Source {
  const decoder = new TextDecoder();
  const shown = (part: string): string => (cli.out.isTty ? tame(part) : part);
  return {
    next: async () => shown(decoder.decode(await file.poll(), { stream: true })),
    end: () => shown(decoder.decode()),
  };
}

function factSource(cli: Cli, log: { poll(): Promise<readonly AgentFact[]> }): Source {
  let last: readonly AgentFact[] = [];
  return {
    next: async () => {
      const facts = await log.poll();
      last = [...last, ...facts].filter(({ kind }) => kind === 'usage').slice(-1);
      return text(
        facts.flatMap((fact) => (cli.json ? [JSON.stringify(fact)] : factLines(fact, cli.look()))),
      );
    },
    end: () => (cli.json ? '' : text(usageLine(last, cli.look()))),
  };
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The adapter that the attempt's task uses, as the plan in the run's first event says. */
function adapterOf({ runs, known }: Chosen): string {
  const [first] = runs.model.reader.events(known.run, 0, 1);
  const event = first === undefined ? null : decodeEvent(first);
  if (event === null || !event.ok || event.value.type !== 'run.started') return '';
  return event.value.plan.tasks.find(({ id }) => id === known.task)?.agent.use ?? '';
}

function missing({ label, attempt }: Chosen, wish: LogsWish): Failure {
  if (wish.check !== null) {
    return failure('no-check', `${label} has no log of a check "${wish.check}"`, {
      hint: `fanin receipt ${label} names its checks`,
    });
  }
  const what =
    wish.errors === true
      ? 'printed no errors'
      : wish.setup === true
        ? 'had no set-up'
        : 'printed nothing';
  return failure(
    'no-output',
    `${label} has ${what}${attempt.phase === 'ended' ? '' : ' yet'}`,
    attempt.phase === 'ended' ? {} : { hint: `fanin logs -f ${label} waits for it` },
  );
}
