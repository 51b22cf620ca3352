import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../domain/attempt/attempt.ts';
import { attemptLabel } from '../../domain/ids.ts';
import { suspectsText } from '../../domain/attempt/suspects.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { namesIn, readSmall } from '../git/small-file.ts';

/** The attempt whose findings are told. */
export interface Witness {
  readonly attempt: string;
  /** Its state folder, absolute. */
  readonly folder: string;
}

/**
 * Findings about what all work copies share, with who may have done it: where git's own logs say so, by name, and else
 * with every attempt that was at work since this one began. Looks at small files, and only where something changed.
 */
export const withSuspects = (
  place: RepositoryPlace,
  witness: Witness,
  findings: readonly Finding[],
): readonly Finding[] => {
  if (findings.length === 0) return [];
  const since = writtenAt(join(witness.folder, 'prepared.json')) ?? 0;
  const attempts = atWork(place, since);
  const all = suspectsText(attempts.map(labelOf));
  return findings.map((finding) => {
    const told = toldBy(place, finding, attempts);
    if (told === null) return { ...finding, text: `${finding.text}${all}` };
    // Somebody else's deed is no reason to hold this delivery back.
    const blocks = finding.blocks && (told.attempt ?? witness.attempt) === witness.attempt;
    return { ...finding, text: `${finding.text} ${told.text}`, blocks };
  });
};

/** Attempts whose agent had not ended before `since`. */
const atWork = ({ stateDir }: RepositoryPlace, since: number): readonly string[] =>
  namesIn(join(stateDir, 'attempts')).filter((name) => {
    const folder = join(stateDir, 'attempts', name);
    if (writtenAt(join(folder, 'prepared.json')) === null) return false;
    const ended = writtenAt(join(folder, 'exit.json'));
    return ended === null ? writtenAt(join(folder, 'removing.json')) === null : ended >= since;
  });

const writtenAt = (file: string): number | null =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;

const labelOf = (attempt: string): string => {
  const [, task = attempt, n = ''] = /^[a-z0-9]+-(.+)-(\d+)$/u.exec(attempt) ?? [];
  return n === '' ? task : attemptLabel(task, Number(n));
};

/** What a log says. `attempt` null: a person's or a program's doing, whose name is in the text. */
interface Told {
  readonly attempt: string | null;
  readonly text: string;
}

const toldBy = (
  { commonDir }: RepositoryPlace,
  { kind, path }: Finding,
  attempts: readonly string[],
): Told | null => {
  if (kind === 'stash-changed') return toldByStash(commonDir);
  if (kind !== 'shared-refs-changed' || path === undefined) return null;
  const entry = lastEntry(join(commonDir, 'logs', path));
  if (entry === null) return null;
  const by = attempts.find((name) =>
    wasAt(join(commonDir, 'worktrees', name, 'logs/HEAD'), entry.to),
  );
  const said = `git’s log: ${entry.who}, ${entry.time}, “${entry.message}”.`;
  return by === undefined
    ? { attempt: null, text: `${said}${suspectsText(attempts.map(labelOf))}` }
    : { attempt: by, text: `${labelOf(by)} had that commit checked out; ${said}` };
};

/** `WIP on fanin/r1/attempts/core/1/work: …` names its work copy. */
const toldByStash = (commonDir: string): Told | null => {
  const entry = lastEntry(join(commonDir, 'logs/refs/stash'));
  const [, run, task, n] =
    /\bon fanin\/([^/]+)\/attempts\/(.+?)\/(\d+)\//iu.exec(entry?.message ?? '') ?? [];
  if (run === undefined || task === undefined || n === undefined) return null;
  const attempt = `${run}-${task}-${n}`;
  return { attempt, text: `The last entry is ${labelOf(attempt)}’s, ${entry?.time ?? ''}.` };
};

interface LogEntry {
  readonly to: string;
  readonly who: string;
  readonly time: string;
  readonly message: string;
}

/** `<old> <new> <name> <<mail>> <seconds> <zone>\t<message>` */
const lastEntry = (log: string): LogEntry | null => {
  const line = readSmall(log)?.trimEnd().split('\n').at(-1) ?? '';
  const parts = /^[0-9a-f]+ ([0-9a-f]+) (.*) (\d+) [+-]\d+\t(.*)$/u.exec(line);
  if (parts === null) return null;
  const [, to = '', who = '', seconds = '0', message = ''] = parts;
  const time = new Date(Number(seconds) * 1000).toISOString().slice(11, 19);
  return { to, who: who.trim(), time: `${time} UTC`, message: message.slice(0, 80) };
};

const wasAt = (log: string, commit: string): boolean =>
  readSmall(log)
    ?.split('\n')
    .some((line) => line.split(' ', 2)[1] === commit) === true;
