import { extname } from 'node:path';
import { programBeside } from '../adapters/process/program-beside.ts';
import { bubblewrapBoundary } from '../adapters/boundary/bubblewrap.ts';
import type { Boundary } from '../ports/boundary.ts';

/** What this host's own kernel can keep commands in with; null: fanin has nothing for this system. */
export function hostBoundary(platform: string = process.platform): Boundary | null {
  if (platform !== 'linux') return null;
  return bubblewrapBoundary({
    ...gatewayProgram(),
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
  });
}

/** The gateway's program, and the Node that runs it. */
export const gatewayProgram = (): { readonly node: string; readonly gateway: string } => ({
  node: process.execPath,
  gateway: programBeside(GATEWAY, 'gateway-main'),
});

const GATEWAY = new URL(
  `../adapters/boundary/gateway/gateway-main${extname(import.meta.url)}`,
  import.meta.url,
).href;
