import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { followOutput } from '../adapters/files/follow-output.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { AgentFact } from '../domain/receipt/agent-fact.ts';
import { agentByName } from './agents.ts';
import { attemptFolder } from './attempt-reader.ts';

/** Reads an agent's output as facts, from its start on; null where there is nothing to decode: it is plain text. */
export function openAgentLog(
  place: RepositoryPlace,
  attempt: AttemptId,
  adapter: string,
): { poll(): Promise<readonly AgentFact[]> } | null {
  const agent = agentByName(adapter);
  if (agent === null || agent.capabilities.output === 'text') return null;
  const follower = followOutput(join(attemptFolder(place, attempt), 'output.log'), agent.decoder());
  return {
    poll: async () => {
      const facts: AgentFact[] = [];
      await follower.poll((fact) => facts.push(fact));
      return facts;
    },
  };
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads a file of an attempt as it is, from its start on; each poll gives some of what has come since. */
export function openAttemptFile(
  place: RepositoryPlace,
  attempt: AttemptId,
  name: string,
): { poll(): Promise<Buffer> } {
  const path = join(attemptFolder(place, attempt), name);
  let offset = 0;
  return {
    poll: async () => {
      const file = await open(path, 'r').catch(() => null);
      if (file === null) return Buffer.alloc(0);
      try {
        const buffer = Buffer.alloc(CHUNK_BYTES);
        const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, offset);
        offset += bytesRead;
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

/** Whether the attempt has that file. */
export const hasAttemptFile = (place: RepositoryPlace, attempt: AttemptId, name: string): boolean =>
  existsSync(join(attemptFolder(place, attempt), name));
