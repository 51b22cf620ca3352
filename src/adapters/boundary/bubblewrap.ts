import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Boundary, Enclosure, Profile } from '../../ports/boundary.ts';
import { FILTER_FD, enterScript } from './enter-script.ts';
import { etcFiles } from './etc-files.ts';
import { hostView, placeOf } from './host-view.ts';
import { networkFiles } from './network-files.ts';
import { ownFolder, placeFor, put } from './own-file.ts';
import { commandPrefix, profileArguments } from './profile-args.ts';
import type { OwnFile } from './profile-args.ts';
import { prove } from './prove.ts';
import { readRefusals } from './refusals.ts';
import { callTable } from './seccomp-calls.ts';
import { seccompFilter } from './seccomp.ts';
import { findTools } from './tools.ts';
import type { Tools } from './tools.ts';
import { unusable, writableParts } from './usable.ts';
import { wrapper } from './wrap.ts';

/** What a boundary of bubblewrap needs from outside. */
export interface BubblewrapDeps {
  /** The Node that runs fanin, and its gateway's program (see `gateway/gateway-main.ts`). Absolute. */
  readonly node: string;
  readonly gateway: string;
  /** Who fanin is: its user's and its group's number. */
  readonly uid: number;
  readonly gid: number;
}

/** The kernel's own means on Linux, by bubblewrap (bwrap): namespaces, mounts, seccomp. */
export function bubblewrapBoundary(deps: BubblewrapDeps): Boundary {
  const boundary: Boundary = {
    kind: 'bubblewrap',
    capabilities: {
      ownProcesses: true,
      ownMemory: true,
      ownPorts: true,
      ownUser: true,
      ownTmp: true,
      triedOut: true,
    },
    prove: () =>
      prove({ enclose: (folder, profile) => boundary.enclose(folder, profile), ...deps }),
    enclose: async (folder, profile) => enclose(folder, profile, deps),
    refusals: async (folder) => readRefusals(ownFolder(folder)),
  };
  return boundary;
}

const MOST_MEMORY = 2 * 1024 ** 3;

function enclose(
  folder: string,
  profile: Profile,
  deps: BubblewrapDeps,
): Result<Enclosure, Failure> {
  const asRoot = deps.uid === 0;
  const wrong = unusable(folder, profile, asRoot);
  if (wrong !== null) return err(failure('boundary-unusable', wrong));
  const tools = findTools();
  if (!isTools(tools)) {
    return err(failure('boundary-unusable', `${tools.join(', ')} cannot be found`));
  }
  try {
    return ok(make(folder, profile, { ...deps, tools, asRoot }));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return err(failure('boundary-unusable', `the boundary's files cannot be written: ${words}`));
  }
}

const isTools = (found: Tools | readonly string[]): found is Tools => 'bwrap' in found;

type Known = BubblewrapDeps & { readonly tools: Tools; readonly asRoot: boolean };

function make(folder: string, profile: Profile, known: Known): Enclosure {
  const { tools, asRoot } = known;
  const place = placeFor(folder, profile);
  const files = writeParts(place, profile, known);
  const { network } = profile;
  const script = put(
    join(place, 'enter'),
    enterScript({
      tools,
      asRoot,
      network: network.mode,
      ...files,
      prefix: commandPrefix(profile, {
        asRoot,
        ...tools,
      }),
      nested: writableParts(profile),
    }),
  );
  const gateway =
    network.mode === 'allow'
      ? networkFiles(place, network.endpoints, { ...known, folder: ownFolder(folder) })
      : null;
  return wrapper({ tools, script, gateway, profile, folder: place });
}

interface Parts {
  readonly argumentsFile: string;
  readonly filterFile: string | null;
  readonly networkScript: string;
}

function writeParts(place: string, profile: Profile, { uid, gid, asRoot }: Known): Parts {
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
  mkdirSync(join(place, 'empty'), { recursive: true });
  chmodSync(join(place, 'empty'), 0o755);
  const table = callTable(process.arch);
  const who = asRoot ? { uid: profile.uid, gid: profile.uid } : { uid, gid };
  const lines = profileArguments(profile, {
    view: hostView(),
    ownFiles: writeEtc(place, profile, who),
    empty: { folder: join(place, 'empty'), file: put(join(place, 'nothing'), '', 0o444) },
    asRoot,
    own: { uid, gid },
    filter: table === null ? null : FILTER_FD,
    memoryBytes: Math.min(MOST_MEMORY, Math.round(totalmem() / 4)),
  });
  return {
    argumentsFile: put(join(place, 'arguments'), lines.map((line) => `${line}\0`).join('')),
    filterFile: table === null ? null : put(join(place, 'filter'), seccompFilter(table)),
    networkScript: join(place, 'network'),
  };
}

function writeEtc(
  place: string,
  { home, network }: Profile,
  who: { readonly uid: number; readonly gid: number },
): readonly OwnFile[] {
  mkdirSync(join(place, 'etc'), { recursive: true });
  const files = etcFiles({ ...who, home, network: network.mode, resolver: hostResolver() });
  return files.map(([name, text]) => [
    // Everybody inside reads them; the folder above is fanin's alone.
    put(join(place, 'etc', name), text, 0o644),
    placeOf(`/etc/${name}`),
  ]);
}

function hostResolver(): string {
  try {
    return readFileSync('/etc/resolv.conf', 'utf8');
  } catch {
    return '';
  }
}
