/** A process that claims ports: `node claims-child.ts <folder> <workspace>…`. Prints one port a line. */
import { portClaims } from '../../../src/adapters/setup/port-claims.ts';

const [folder = '', ...workspaces] = process.argv.slice(2);
const claims = portClaims(folder);
for (const workspace of workspaces) process.stdout.write(`${claims.claim(workspace) ?? 'none'}\n`);
