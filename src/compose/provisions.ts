import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { AgentSpec } from '../domain/plan/plan.ts';
import { endpointOfUrl, endpointText } from '../domain/plan/grants.ts';
import type { Endpoint, Grants } from '../domain/plan/grants.ts';
import type { AgentFile, AgentManifest } from '../ports/agent.ts';
import type { Share } from '../ports/boundary.ts';
import type { Provision, Provisions } from '../ports/provisions.ts';
import type { HomeFile } from '../ports/workspaces.ts';

/** The person whose things are given. */
export interface Person {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly home: string;
}

/** What provisions are made from. */
export interface ProvisionParts {
  readonly person: Person;
  readonly manifestOf: (adapter: string) => AgentManifest | null;
  /** What must be seen so that these programs run; paths are absolute. */
  readonly programShares: (programs: readonly string[]) => readonly Share[];
  /** What every agent runs by: Node, fanin's own drivers. Absolute. */
  readonly programs: readonly string[];
}

/** Everybody needs these; what they say is no secret. */
const COMMON = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TERM', 'COLORTERM', 'NO_COLOR'];

/** Looks on the host for what agents behind a boundary are given. */
export const hostProvisions = (parts: ProvisionParts): Provisions => {
  const { person, manifestOf, programShares } = parts;
  const commands = (grants: Grants): Provision => {
    const shares = [...toolsOf(parts), ...sharesOf(grants, person)];
    const env = variablesOf([...COMMON, ...grants.env], person);
    return provision({ shares, home: homeOf(grants, person), env, grants, endpoints: null });
  };
  return {
    forCommands: commands,
    forAgent: (spec, grants) => {
      const manifest = manifestOf(spec.use);
      const program = programOf(spec, manifest, person);
      const files = (manifest?.inside.files ?? []).flatMap((file) => given(file, person));
      const own = variablesOf(manifest?.inside.variables ?? [], person);
      const base = commands(grants);
      return provision({
        shares: [...programShares(program), ...base.needs.shares],
        home: [...files, ...base.needs.home],
        // Its folder is in the private HOME, wherever the person's is.
        env: without({ ...own, ...base.env }, manifest?.inside.files ?? []),
        grants,
        endpoints: manifest === null ? [] : endpointsOf(manifest, files, { ...own, ...spec.env }),
      });
    },
  };
};

const without = (
  env: Readonly<Record<string, string>>,
  files: readonly AgentFile[],
): Readonly<Record<string, string>> => {
  const moving = files.map(({ moved }) => moved?.variable);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !moving.includes(name)));
};

interface Found {
  readonly shares: readonly Share[];
  readonly home: readonly HomeFile[];
  readonly env: Readonly<Record<string, string>>;
  readonly grants: Grants;
  /** The agent's own; null: it is no agent. */
  readonly endpoints: readonly Endpoint[] | null;
}

const provision = ({ shares, home, env, grants, endpoints }: Found): Provision => {
  const allowed =
    grants.network === 'all' ? null : distinct([...(endpoints ?? []), ...grants.network]);
  // An agent that may reach nothing has an empty list: what it wanted to reach is told then.
  const isShut = endpoints === null && allowed?.length === 0;
  const mode = allowed === null ? 'all' : isShut ? 'none' : 'allow';
  return {
    needs: {
      shares,
      home,
      network: mode === 'allow' ? { mode, endpoints: allowed ?? [] } : { mode },
    },
    env,
    given: {
      files: [
        ...home.map(({ from, how }) => ({ path: from, write: how === 'share' })),
        ...shares
          .filter(({ from }) => [...grants.read, ...grants.write].includes(from))
          .map(({ from, write }) => ({ path: from, write })),
      ],
      variables: Object.keys(env).filter((name) => !COMMON.includes(name)),
      network: allowed === null ? 'all' : allowed.map(endpointText),
    },
  };
};

const distinct = (endpoints: readonly Endpoint[]): readonly Endpoint[] => [
  ...new Map(endpoints.map((endpoint) => [endpointText(endpoint), endpoint])).values(),
];

/** What PATH leads to is there, read-only: what set-up, checks and agents call by name. Not what a package brings along. */
const toolsOf = ({ person, programs, programShares }: ProvisionParts): readonly Share[] => {
  const { env, home } = person;
  const folders = pathOf(env).filter(
    (folder) => isAbsolute(folder) && !NOT_TOOLS.test(folder) && folder !== home,
  );
  const seen = folders.filter((folder) => !SYSTEM.test(folder) && existsSync(folder));
  const nodes = folders.map((folder) => join(folder, 'node')).filter((path) => existsSync(path));
  return [
    ...programShares([...programs, ...nodes.slice(0, 1)]),
    ...[...new Set(seen)].map((folder) => ({ from: folder, to: folder, write: false })),
  ];
};

const pathOf = (env: Person['env']): readonly string[] =>
  (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');

const SYSTEM = /^\/(usr|bin|sbin|opt)(\/|$)/;
const NOT_TOOLS = /(^|\/)node_modules\/\.bin$|^\/$/;

/** What the config grants outside HOME lies inside where it lies. */
const sharesOf = ({ read, write }: Grants, { home }: Person): readonly Share[] =>
  granted(read, write)
    .filter(({ path }) => belowHome(path, home) === null && existsSync(path))
    .map(({ path, write: may }) => ({ from: path, to: path, write: may }));

/** What it grants in HOME lies in the private one at the same place. */
const homeOf = ({ read, write }: Grants, { home }: Person): readonly HomeFile[] =>
  granted(read, write).flatMap(({ path, write: may }) => {
    const to = belowHome(path, home);
    const from = to === null ? '' : join(home, to);
    return to === null || !existsSync(from)
      ? []
      : [{ from, to, how: may ? ('share' as const) : ('read' as const) }];
  });

const granted = (read: readonly string[], write: readonly string[]) => [
  ...read.filter((path) => !write.includes(path)).map((path) => ({ path, write: false })),
  ...write.map((path) => ({ path, write: true })),
];

const belowHome = (path: string, home: string): string | null => {
  if (path.startsWith('~/')) return path.slice(2);
  return path.startsWith(`${home}/`) ? path.slice(home.length + 1) : null;
};

const given = ({ path, moved, kind }: AgentFile, { env, home }: Person): readonly HomeFile[] => {
  const folder = moved === null ? undefined : env[moved.variable];
  const from =
    moved !== null && folder !== undefined && folder !== ''
      ? resolve(folder, moved.path)
      : join(home, path);
  const how = kind === 'log-in' ? ('share' as const) : ('copy' as const);
  return existsSync(from) ? [{ from, to: path, how }] : [];
};

const variablesOf = (names: readonly string[], { env }: Person): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && names.some((wanted) => isNamed(name, wanted)) ? [[name, value]] : [],
    ),
  );

const isNamed = (name: string, wanted: string): boolean =>
  wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;

/** The agent's own hosts, and those that its variables and its settings send it to. */
const endpointsOf = (
  { endpoints, inside }: AgentManifest,
  files: readonly HomeFile[],
  env: Readonly<Record<string, string>>,
): readonly Endpoint[] => [
  ...endpoints.map((host) => ({ host, port: null })),
  ...[
    ...inside.baseUrls.flatMap((name) => env[name] ?? []),
    ...files.filter(({ how }) => how === 'copy').flatMap(({ from }) => urlsIn(from)),
  ].flatMap((url) => endpointOfUrl(url) ?? []),
];

const MOST_SETTINGS = 1024 * 1024;

/** Addresses of model services in the settings of an agent, whatever they are written in. */
const urlsIn = (file: string): readonly string[] => {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > MOST_SETTINGS) return [];
  return [...readFileSync(file, 'utf8').matchAll(BASE_URL)].map(([, url = '']) => url);
};

const BASE_URL = /\b(?:api_?)?base_?url["']?\s*[:=]\s*["'](https?:\/\/[^"'\s]+)["']/gi;

/** The agent's program as PATH finds it: what it needs beside itself is found from there. */
const programOf = (
  { run, script }: AgentSpec,
  manifest: AgentManifest | null,
  { env }: Person,
): readonly string[] => {
  if (script !== undefined) return [script];
  const name = manifest === null ? undefined : (run ?? manifest.binary);
  if (name === undefined) return [];
  if (isAbsolute(name)) return [name];
  const found = pathOf(env)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  return found === undefined ? [] : [found];
};
