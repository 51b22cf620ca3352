import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './git-repo.ts';
import { INDEXED } from './lock-packages.ts';
import { zipOf } from './lock-zip.ts';

const pathOf = (name: string): string => `example.com/${name}`;

/** Go has its second line under another path; here it is a later version of the first. */
const versionOf = (version: string): string =>
  `v${version.replace(/^\^/u, '').replace(/^2/u, '1.2').split('.').slice(0, 3).join('.')}`;

/** Every package in every version, as a proxy for modules has them in its files. */
export const goProxy = (folder: string): void => {
  for (const { name, versions, needs } of INDEXED) {
    const module = pathOf(name);
    const place = join(folder, module, '@v');
    mkdirSync(place, { recursive: true });
    const required = needs.map((need) => `\nrequire ${pathOf(need)} v1.0.0\n`).join('');
    const goMod = `module ${module}\n\ngo 1.19\n${required}`;
    const imports = needs.map((need) => `\nimport _ "${pathOf(need)}"\n`).join('');
    for (const version of versions.map(versionOf)) {
      const at = `${module}@${version}`;
      const files = {
        [`${at}/go.mod`]: goMod,
        [`${at}/${name}.go`]: `package ${name}\n${imports}`,
      };
      writeFileSync(join(place, `${version}.mod`), goMod);
      writeFileSync(join(place, `${version}.zip`), zipOf(files));
      const info = { Version: version, Time: '2024-01-01T00:00:00Z' };
      writeFileSync(join(place, `${version}.info`), JSON.stringify(info));
    }
    writeFileSync(
      join(place, 'list'),
      versions.map((version) => `${versionOf(version)}\n`).join(''),
    );
  }
};

/** The `go.mod` of a project, and a file for each package, with the import where it is needed. */
export const goFiles = (
  needs: readonly (readonly [string, string])[],
  known: readonly string[],
): Files => {
  const lines = needs
    .map(([name, version]) => `\t${pathOf(name)} ${versionOf(version)}\n`)
    .join('');
  const gone = known.map((name) => [`use_${name}.go`, 'package app\n'] as const);
  const used = needs.map(
    ([name]) => [`use_${name}.go`, `package app\n\nimport _ "${pathOf(name)}"\n`] as const,
  );
  return {
    ...Object.fromEntries([...gone, ...used]),
    'go.mod': `module example.com/app\n\ngo 1.19\n\nrequire (\n${lines})\n`,
  };
};
