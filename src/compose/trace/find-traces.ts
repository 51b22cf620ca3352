import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { discoverRepository } from '../../adapters/git/discover.ts';
import { findFiles, placesAround } from '../../adapters/traces/find-files.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import type { TraceSource } from '../../domain/trace/source.ts';
import type { UnreadableFile } from '../../domain/trace/trace.ts';
import type { FoundFile, FoundSession, SessionHome, TraceImporter } from '../../ports/traces.ts';
import { IMPORTERS } from './importers.ts';
import { recognise, spool, type Spooled } from './unnamed-file.ts';

/** What a person asks for. */
export interface TraceWish {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files and folders, or `-`; empty: where the agents keep their sessions. */
  readonly paths: readonly string[];
}

/** Where was looked. */
export interface LookedAt {
  readonly source: TraceSource;
  readonly places: readonly { readonly path: string; readonly there: boolean }[];
}

/** A session, and who can read it. */
export interface ReadableSession extends FoundSession {
  readonly importer: TraceImporter;
  /** Names under which files were read that have another one for the person. */
  readonly shown: ReadonlyMap<string, string>;
}

/** What was found. */
export interface FoundTraces {
  readonly sessions: readonly ReadableSession[];
  /** Empty where paths were given. */
  readonly looked: readonly LookedAt[];
  readonly unreadable: readonly UnreadableFile[];
  /** Takes away what was made to read standard input. */
  readonly close: () => void;
}

/** Finds sessions, the newest first. Codes: `trace-not-found`, `trace-unknown`. */
export async function findTraces(wish: TraceWish): Promise<Result<FoundTraces, Failure>> {
  if (wish.paths.length === 0) return ok(await atHome(wish));
  const spooled: Spooled[] = [];
  const all: ReadableSession[] = [];
  const unreadable: UnreadableFile[] = [];
  const close = (): void => {
    for (const each of spooled) each.remove();
  };
  for (const path of wish.paths) {
    const found = await atPath(wish, path, spooled);
    if (!found.ok) {
      close();
      return found;
    }
    all.push(...found.value.sessions);
    unreadable.push(...found.value.unreadable);
  }
  return ok({ sessions: newestFirst(all), looked: [], unreadable, close });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

async function atHome(wish: TraceWish): Promise<FoundTraces> {
  const looked = placesAtHome(wish);
  const { sessions, unreadable } = await sessionsIn(pathsOf(looked), NO_NAMES);
  return { sessions: newestFirst(sessions), looked, unreadable, close: () => undefined };
}

/** Where the agents keep their sessions. */
export function placesAtHome({ cwd, env }: Pick<TraceWish, 'cwd' | 'env'>): readonly LookedAt[] {
  const repository = discoverRepository(cwd);
  const home: SessionHome = {
    home: env['HOME'] ?? homedir(),
    env,
    state: repository.ok ? repository.value.stateDir : null,
  };
  return IMPORTERS.map((importer) => ({
    source: importer.source,
    places: importer.places(home).map((path) => ({ path, there: existsSync(path) })),
  }));
}

/** Each place once. */
export const pathsOf = (looked: readonly LookedAt[]): readonly string[] => [
  ...new Set(looked.flatMap((each) => each.places.map(({ path }) => path))),
];

async function atPath(
  { cwd }: TraceWish,
  given: string,
  spooled: Spooled[],
): Promise<
  Result<{ sessions: readonly ReadableSession[]; unreadable: readonly UnreadableFile[] }, Failure>
> {
  const path = given === '-' ? '-' : resolve(cwd, given);
  if (path !== '-' && !existsSync(path))
    return err(failure('trace-not-found', `there is no ${given}`, { where: { file: path } }));
  if (path !== '-' && statSync(path).isDirectory()) return ok(await sessionsIn([path], NO_NAMES));
  if (path !== '-') {
    const around = await sessionsIn(await placesAround(path), NO_NAMES);
    const of = around.sessions.filter(({ files }) => files.some((file) => file.path === path));
    if (of.length > 0) return ok({ ...around, sessions: of });
  }
  const copy = path === '-' ? await spool() : recognise(path);
  spooled.push(copy);
  const found = await sessionsIn([copy.folder], new Map([[copy.file, path]]));
  if (found.sessions.length > 0) return ok(found);
  return err(
    failure(
      'trace-unknown',
      `${given === '-' ? 'standard input' : given} holds no session that is known`,
      {
        hint: 'fanin trace reads the session records of Claude Code, Codex, Kimi Code, opencode and Gemini, and ATIF.',
      },
    ),
  );
}

async function sessionsIn(
  places: readonly string[],
  shown: ReadonlyMap<string, string>,
): Promise<{ sessions: readonly ReadableSession[]; unreadable: readonly UnreadableFile[] }> {
  const { files, unreadable } = await findFiles(places);
  return { sessions: await sessionsAmong(files, shown), unreadable };
}

/** The sessions that some files hold. */
export async function sessionsAmong(
  files: readonly FoundFile[],
  shown: ReadonlyMap<string, string> = NO_NAMES,
): Promise<readonly ReadableSession[]> {
  const sessions: ReadableSession[] = [];
  for (const importer of IMPORTERS)
    for (const session of await importer.sessions(files))
      sessions.push({ ...session, importer, shown });
  return sessions;
}

const newestFirst = (sessions: readonly ReadableSession[]): readonly ReadableSession[] =>
  sessions.toSorted((a, b) => b.modifiedAt - a.modifiedAt || (a.id < b.id ? -1 : 1));
