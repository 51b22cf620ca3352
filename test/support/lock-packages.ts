import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import type { Files } from './git-repo.ts';

/** Names of the packages that lock files are tried out with. */
export const PACKAGES = ['ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu', 'hen'] as const;

/** Each is there in these versions. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const;

/** Two packages that need a third one, which is there in two versions that are as good to them. */
export const NEEDING = ['ash', 'elm'] as const;
export const THIRD = 'oak';

/** What an index has: each name, with what it needs and the versions that it is there in. */
export const INDEXED: readonly IndexedPackage[] = [
  ...PACKAGES.map((name) => ({ name, versions: ['1.0.0', '1.1.0', '2.0.0'], needs: [] })),
  ...NEEDING.map((name) => ({ name, versions: ['1.0.0'], needs: [THIRD] })),
  { name: THIRD, versions: ['1.0.0', '1.1.0'], needs: [] },
];

export interface IndexedPackage {
  readonly name: string;
  readonly versions: readonly string[];
  /** Packages that it needs, in any first version. */
  readonly needs: readonly string[];
}

/** How a package is named in a manifest: a tarball that lies in the repository, so that no registry is asked. */
export const packageAt = (name: string, version: string): string =>
  `file:vendor/${name}-${version}.tgz`;

/** All of the tarballs. Made byte for byte the same each time. */
export const tarballs = (): Files =>
  Object.fromEntries(
    PACKAGES.flatMap((name) =>
      VERSIONS.map((version) => [`vendor/${name}-${version}.tgz`, tarball(name, version)] as const),
    ),
  );

/** A package as npm has it: nothing but its manifest. */
export const tarball = (name: string, version: string, more: object = {}): Buffer => {
  const body = Buffer.from(JSON.stringify({ name, version, license: 'MIT', ...more }));
  const padding = Buffer.alloc((512 - (body.length % 512)) % 512);
  return gzipSync(Buffer.concat([header(body.length), body, padding, Buffer.alloc(1024)]));
};

/** Of `package/package.json`, in the ustar form. */
const header = (size: number): Buffer => {
  const block = Buffer.alloc(512);
  const put = (at: number, text: string): void => void block.write(text, at, 'latin1');
  put(0, 'package/package.json');
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${size.toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0');
  put(148, '        ');
  put(156, '0');
  put(257, 'ustar\0');
  put(263, '00');
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
};
