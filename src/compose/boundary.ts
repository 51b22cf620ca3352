import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { programBeside } from '../adapters/process/program-beside.ts';
import { bubblewrapBoundary } from '../adapters/boundary/bubblewrap.ts';
import { sandboxRuntimeBoundary } from '../adapters/boundary/sandbox-runtime/sandbox-runtime.ts';
import { isObject } from '../adapters/workspaces/records.ts';
import type { Boundary } from '../ports/boundary.ts';

/** What this host's own kernel can keep commands in with; null: fanin has nothing for this system. */
export function hostBoundary(platform: string = process.platform): Boundary | null {
  if (platform === 'linux') {
    return bubblewrapBoundary({
      ...gatewayProgram(),
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
    });
  }
  if (platform !== 'darwin') return null;
  return sandboxRuntimeBoundary({
    platform: process.platform,
    node: process.execPath,
    enter: programIn('sandbox-runtime', 'enter-main'),
    module: SANDBOX_RUNTIME,
    version: versionOf(SANDBOX_RUNTIME),
  });
}

/** The gateway's program, and the Node that runs it. */
export const gatewayProgram = (): { readonly node: string; readonly gateway: string } => ({
  node: process.execPath,
  gateway: programIn('gateway', 'gateway-main'),
});

/** An optional dependency, loaded by the program in front of a command alone. */
const SANDBOX_RUNTIME = '@anthropic-ai/sandbox-runtime';

/** Null: it is not installed. */
function versionOf(name: string): string | null {
  try {
    const main = createRequire(import.meta.url).resolve(name);
    const manifest: unknown = JSON.parse(
      readFileSync(join(dirname(main), '..', 'package.json'), 'utf8'),
    );
    return isObject(manifest) ? String(manifest['version']) : null;
  } catch {
    return null;
  }
}

const programIn = (folder: string, name: string): string =>
  programBeside(
    new URL(`../adapters/boundary/${folder}/${name}${extname(import.meta.url)}`, import.meta.url)
      .href,
    name,
  );
