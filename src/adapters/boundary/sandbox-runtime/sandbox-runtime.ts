import { mkdirSync } from 'node:fs';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Boundary, Enclosure, Profile } from '../../../ports/boundary.ts';
import { USER } from '../etc-files.ts';
import { ownFolder, placeFor, put } from '../own-file.ts';
import { readRefusals, refusalsFile } from '../refusals.ts';
import { unusable, writableParts } from '../usable.ts';
import { linkShares } from './link-shares.ts';
import { prove } from './prove.ts';
import { linkedShares, runtimeConfig, temporaryFolder } from './runtime-config.ts';
import { ENTRY_PREFIX } from './settings.ts';
import type { EnterSettings } from './settings.ts';

/** What a boundary of the sandbox runtime needs from outside. */
export interface SandboxRuntimeDeps {
  readonly platform: string;
  /** The Node that runs fanin, and the program that starts a command (see `enter-main`). Absolute. */
  readonly node: string;
  readonly enter: string;
  /** See `loadRuntime`. */
  readonly module: string;
  /** Which version of it is installed; null: none. */
  readonly version: string | null;
}

/**
 * Seatbelt on macOS, by `@anthropic-ai/sandbox-runtime`. It looks at each access of a process and gives nobody a world
 * of their own, so it keeps less than namespaces do: see its capabilities. Nobody has tried it on a Mac.
 */
export function sandboxRuntimeBoundary(deps: SandboxRuntimeDeps): Boundary {
  const boundary: Boundary = {
    kind: 'sandbox-runtime',
    capabilities: {
      ownProcesses: false,
      ownMemory: false,
      ownPorts: false,
      ownUser: false,
      ownTmp: false,
      triedOut: false,
    },
    prove: () =>
      prove({ ...deps, enclose: (folder, profile) => boundary.enclose(folder, profile) }),
    enclose: async (folder, profile) => enclose(folder, profile, deps),
    refusals: async (folder) => readRefusals(ownFolder(folder)),
  };
  return boundary;
}

function enclose(
  folder: string,
  profile: Profile,
  deps: SandboxRuntimeDeps,
): Result<Enclosure, Failure> {
  const wrong = unusable(folder, profile, false);
  if (wrong !== null) return err(failure('boundary-unusable', wrong));
  const config = runtimeConfig(profile);
  if (!config.ok) return err(failure('boundary-unusable', config.error));
  try {
    const place = placeFor(folder, profile);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const temporary = temporaryFolder(profile);
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    const linked = linkShares(profile);
    if (!linked.ok) return err(failure('boundary-unusable', linked.error));
    const settings: EnterSettings = {
      module: deps.module,
      config: config.value,
      folder: place,
      refusals: refusalsFile(ownFolder(folder)),
      temporary,
      nested: nestedParts(profile),
    };
    return ok(wayIn(put(`${place}/settings.json`, JSON.stringify(settings)), profile, deps));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return err(failure('boundary-unusable', `the boundary's files cannot be written: ${words}`));
  }
}

/** But for the links that are meant to be there. */
function nestedParts(profile: Profile): readonly string[] {
  const links = new Set(linkedShares(profile).map(({ to }) => to));
  return writableParts(profile).filter((path) => !links.has(path));
}

const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

const wayIn = (settings: string, { home }: Profile, deps: SandboxRuntimeDeps): Enclosure => ({
  wrap: ({ argv, cwd, env }) => {
    const own = { HOME: home, TMPDIR: temporaryFolder({ home }), USER, LOGNAME: USER };
    const entries = Object.entries({ PATH, LANG: 'C.UTF-8', SHELL: '/bin/sh', ...env, ...own });
    const carried = entries.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    );
    return {
      argv: [deps.node, deps.enter, settings, cwd, String(carried.length), ...argv],
      cwd: '/',
      env: {
        PATH,
        // The runtime opens folders below it by itself.
        HOME: home,
        ...Object.fromEntries(carried.map((each, index) => [`${ENTRY_PREFIX}${index}`, each])),
      },
    };
  },
});
