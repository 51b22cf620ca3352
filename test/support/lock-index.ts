import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { INDEXED, tarball } from './lock-packages.ts';
import type { IndexedPackage } from './lock-packages.ts';
import { zipOf } from './lock-zip.ts';

/** An index of packages at 127.0.0.1: below `/npm/` as npm asks for them, below `/simple/` as Python tools do. */
export interface LockIndex {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts one. */
export const lockIndex = async (): Promise<LockIndex> => {
  const server = createServer((request, answer) => {
    const found = answerTo(request.url ?? '', `http://${request.headers.host ?? ''}`);
    answer.writeHead(found === null ? 404 : 200, { 'content-type': found?.type ?? 'text/plain' });
    answer.end(found?.body ?? '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
};

interface Answer {
  readonly type: string;
  readonly body: Buffer | string;
}

const answerTo = (url: string, origin: string): Answer | null => {
  const [, kind, name = '', file] = url.split('/');
  const known = INDEXED.find((each) => each.name === name);
  if (known === undefined) return null;
  const version = /-(\d+\.\d+\.\d+)[.-]/u.exec(file ?? '')?.[1];
  if (kind === 'npm')
    return version === undefined
      ? { type: 'application/json', body: JSON.stringify(packument(known, origin)) }
      : { type: 'application/octet-stream', body: npmTarball(known, version) };
  return version === undefined
    ? { type: 'text/html', body: simplePage(known) }
    : { type: 'application/octet-stream', body: wheel(known, version) };
};

const npmTarball = ({ name, needs }: IndexedPackage, version: string): Buffer =>
  tarball(name, version, { dependencies: ranges(needs) });

const ranges = (needs: readonly string[]): object =>
  Object.fromEntries(needs.map((need) => [need, '^1.0.0']));

const packument = (known: IndexedPackage, origin: string): object => ({
  name: known.name,
  'dist-tags': { latest: known.versions.at(-1) },
  versions: Object.fromEntries(
    known.versions.map((version) => {
      const bytes = npmTarball(known, version);
      const dist = {
        tarball: `${origin}/npm/${known.name}/${known.name}-${version}.tgz`,
        shasum: createHash('sha1').update(bytes).digest('hex'),
        integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      };
      const dependencies = ranges(known.needs);
      return [version, { name: known.name, version, license: 'MIT', dependencies, dist }];
    }),
  ),
});

const wheel = ({ name, needs }: IndexedPackage, version: string): Buffer => {
  const info = `${name}-${version}.dist-info`;
  const required = needs.map((need) => `Requires-Dist: ${need} (>=1,<2)\n`).join('');
  return zipOf({
    [`${name}/__init__.py`]: '',
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${required}\n`,
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: `${name}/__init__.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  });
};

const simplePage = (known: IndexedPackage): string => {
  const links = known.versions.map((version) => {
    const file = `${known.name}-${version}-py3-none-any.whl`;
    const sum = createHash('sha256').update(wheel(known, version)).digest('hex');
    return `<a href="${file}#sha256=${sum}">${file}</a>`;
  });
  return `<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`;
};
