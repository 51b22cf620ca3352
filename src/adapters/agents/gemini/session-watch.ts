import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { tailFile, type FileTail } from '../file-tail.ts';
import type { TurnEars } from '../turns-driver.ts';
import { chatFiles, findChats } from './chat-files.ts';
import { makeChatReader, type ChatReader, type TimedFact } from './chat-reader.ts';

/** Watches the files of one session, over all legs. */
export interface SessionWatch {
  /** Looks for what is new; `last`: nothing writes any more. */
  look(last: boolean, ears: TurnEars): void;
  readonly reader: ChatReader;
}

/** A watch for the session with this id, which works in `cwd`. */
export function watchSession(home: string, session: string, cwd: string): SessionWatch {
  const reader = makeChatReader(cwd);
  const tails = new Map<string, FileTail>();
  let folder: string | null = null;
  const facts: AgentFact[] = [];
  const fresh: TimedFact[] = [];
  const open = (chats: string): void => {
    for (const { path, sub } of chatFiles(chats, session)) {
      if (tails.has(path)) continue;
      facts.push({ kind: 'transcript', path });
      tails.set(
        path,
        tailFile(path, (line) => void fresh.push(...reader.feed(sub, line))),
      );
    }
  };
  return {
    reader,
    look: (last, ears) => {
      folder ??= findChats(home, session);
      if (folder === null) return;
      open(folder);
      for (const tail of tails.values()) tail.poll(last);
      // Agents at work side by side write into files of their own.
      const inOrder = fresh.splice(0).toSorted((a, b) => a.at - b.at);
      for (const fact of [...facts.splice(0), ...inOrder.map((one) => one.fact)]) ears.tell(fact);
      if (reader.begun) ears.begun(session);
    },
  };
}
