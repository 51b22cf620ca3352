import { parse as parseToml } from 'smol-toml';
import type { Client, Needs } from './lock-clients.ts';

/** Where the version of a package stands in each lock. */
const PINS: Readonly<Record<Client, (name: string) => string>> = {
  npm: (name) => String.raw`"node_modules/${name}": \{\s*"version": "([\d.]+)"`,
  pnpm: (name) => String.raw`^  ${name}@([\d.]+):$`,
  yarn: (name) => String.raw`^"?${name}@.*:\n  version "([\d.]+)"`,
  'yarn-berry': (name) => String.raw`^"${name}@.*":\n  version: ([\d.]+)`,
  cargo: (name) => String.raw`name = "${name}"\nversion = "([\d.]+)"`,
  go: (name) => String.raw`^example\.com/${name} v([\d.]+) h1`,
  poetry: (name) => String.raw`name = "${name}"\nversion = "([\d.]+)"`,
};

/** The versions of a package that a lock has, each once. */
export const pinsIn = (client: Client, lock: string, name: string): readonly string[] => {
  const found = lock.matchAll(new RegExp(PINS[client](name), 'gmu'));
  return [...new Set([...found].map(([, version = '']) => version))];
};

/** A lock that pins `1.0.0` of what a range was asked of: where yarn keeps the range beside the version, it has to be said. */
export const relaxed = (lock: string): string =>
  lock.replaceAll(/^("?\w+@(?:npm:)?)(1\.0\.0"?:)$/gmu, '$1^$2');

/** What a manifest says the project needs, as the test would have said it. */
export const needsIn = (client: Client, manifest: string): Needs => {
  const read = client === 'go' ? goNeeds : manifest.startsWith('{') ? jsonNeeds : tomlNeeds;
  return Object.fromEntries(
    read(manifest).map(([name, said]) => [name, /\d+\.\d+\.\d+/u.exec(said)?.[0] ?? said]),
  );
};

type Read = (manifest: string) => readonly (readonly [string, string])[];

const jsonNeeds: Read = (manifest) => {
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: Needs };
  return Object.entries(dependencies);
};

interface TomlManifest {
  readonly dependencies?: Needs;
  readonly tool?: { readonly poetry: { readonly dependencies: Needs } };
}

const tomlNeeds: Read = (manifest) => {
  const { dependencies, tool } = parseToml(manifest) as TomlManifest;
  const all = Object.entries(dependencies ?? tool?.poetry.dependencies ?? {});
  return all.filter(([name]) => name !== 'python');
};

const goNeeds: Read = (manifest) =>
  [...manifest.matchAll(/example\.com\/(\w+) (v\d\S+)/gu)].map(([, name = '', version = '']) => [
    name,
    version.replace('v1.2.', '2.0.'),
  ]);
