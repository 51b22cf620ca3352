import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

/** A file of a session; `sub`: the id of the sub-agent that it is of, null for the main agent. */
export interface ChatFile {
  readonly path: string;
  readonly sub: string | null;
}

/** Where the CLI keeps its sessions: a folder for each project. */
export function chatsHome(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['GEMINI_CLI_HOME'] ?? homedir(), '.gemini', 'tmp');
}

/** The folder that has the session's main file by now, or null. Projects have names of the CLI's choice. */
export function findChats(home: string, session: string): string | null {
  const folders = namesIn(home).map((project) => join(home, project, 'chats'));
  return folders.find((folder) => mainFiles(folder, session).length > 0) ?? null;
}

/** The files of a session that are there by now. */
export function chatFiles(folder: string, session: string): readonly ChatFile[] {
  const subs = join(folder, session);
  return [
    ...mainFiles(folder, session).map((name) => ({ path: join(folder, name), sub: null })),
    ...namesIn(subs)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ path: join(subs, name), sub: basename(name, '.jsonl') })),
  ];
}

/** Their names end in the first eight characters of the session's id. */
const mainFiles = (folder: string, session: string): readonly string[] =>
  namesIn(folder).filter((name) => name.endsWith(`-${session.slice(0, 8)}.jsonl`));

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
