import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { TurnEars } from '../turns-driver.ts';
import {
  awaitSession,
  followFile,
  wiresOf,
  type FollowedFile,
  type SessionPlace,
} from './session-files.ts';
import { makeWireReader, type WireReader } from './wire.ts';

/** Watches the files of one session, over all legs. */
export interface SessionWatch {
  /** Looks for what is new; `last`: nothing writes any more. */
  look(last: boolean, ears: TurnEars): void;
  readonly reader: WireReader;
}

/** A watch for the session that begins in `cwd`. */
export function watchSession(home: string, cwd: string, effort: string | null): SessionWatch {
  const reader = makeWireReader(cwd, effort);
  const wires = new Map<string, FollowedFile>();
  const places: SessionPlace[] = [];
  const facts: AgentFact[] = [];
  let known = 0;
  const index = awaitSession(home, cwd, (found) => {
    places.push(found);
    facts.push({ kind: 'identity', version: null, model: null, session: found.id });
  });
  const open = ({ folder }: SessionPlace): void => {
    for (const { agent, path } of wiresOf(folder)) {
      if (wires.has(agent)) continue;
      facts.push({ kind: 'transcript', path });
      const onLine = (line: string) => void facts.push(...reader.feed(agent, line));
      wires.set(agent, followFile(path, 0, onLine));
    }
  };
  return {
    reader,
    look: (last, ears) => {
      if (places.length === 0) index.poll(last);
      const [place] = places;
      if (place === undefined) return;
      open(place);
      for (const wire of wires.values()) wire.poll(last);
      for (const fact of facts.splice(0)) ears.tell(fact);
      if (reader.prompts > known) ears.begun(place.id);
      known = reader.prompts;
    },
  };
}
