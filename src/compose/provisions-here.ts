import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { programShares } from '../adapters/boundary/program-shares.ts';
import type { Provisions } from '../ports/provisions.ts';
import { agentByName } from './agents.ts';
import { hostProvisions } from './provisions.ts';

/** What of this host and of whoever runs fanin is given to those behind a boundary. */
export const provisionsHere = (): Provisions =>
  hostProvisions({
    person: { env: process.env, home: homedir() },
    manifestOf: (name) => agentByName(name)?.manifest ?? null,
    programShares: (programs) => programShares(programs),
    programs: [process.execPath, fileURLToPath(import.meta.url)],
  });
