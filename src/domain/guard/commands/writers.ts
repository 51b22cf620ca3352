import type { How } from '../machine.ts';
import { hasFlag, valuesOf, type Options } from '../options.ts';

export type Target = readonly [path: string, how: How];

/** A program of which it is known what it writes. */
export interface Writer {
  /** Options that take a value. */
  readonly valued: string;
  targets(options: Options): readonly Target[];
}

const all =
  (how: How) =>
  (options: Options): Target[] =>
    options.operands.map((path) => [path, how]);
const rest =
  (how: How) =>
  (options: Options): Target[] =>
    options.operands.slice(hasFlag(options, '--reference') ? 0 : 1).map((path) => [path, how]);
const ofOption =
  (how: How, ...names: readonly string[]) =>
  (options: Options): Target[] =>
    valuesOf(options, ...names).map((path) => [path, how]);
const lastOf = ({ operands }: Options): readonly string[] =>
  operands.length > 1 ? operands.slice(-1) : [];

const TARGET = '-t --target-directory -S --suffix';

/** What a copy puts into a folder has the name it had. */
function copied(options: Options): Target[] {
  const into = valuesOf(options, '-t', '--target-directory');
  const [last] = lastOf(options);
  const targets = into.length > 0 ? into : last === undefined ? [] : [last];
  const sources = into.length > 0 ? options.operands : options.operands.slice(0, -1);
  return targets.flatMap((target): Target[] => [
    [target, 'file'],
    ...sources.slice(0, 6).map((source): Target => [`${target}/${lastName(source)}`, 'file']),
  ]);
}

const lastName = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//, '') || '.';

const moved = (options: Options): Target[] => {
  const into = valuesOf(options, '-t', '--target-directory').length > 0;
  const sources = into ? options.operands : options.operands.slice(0, -1);
  return [...copied(options), ...sources.map((path): Target => [path, 'remove'])];
};

const writer = (valued: string, targets: Writer['targets']): Writer => ({ valued, targets });

const changed = writer('--reference', (options) =>
  hasFlag(options, '-R', '--recursive') ? rest('tree')(options) : rest('file')(options),
);

const packed = writer('-S --suffix -o -T -D --threads', (options) =>
  hasFlag(options, '-c', '--stdout', '--to-stdout', '-t', '-l') ? [] : all('file')(options),
);

const WRITERS_BY_NAME: Readonly<Record<string, Writer>> = {
  'rm unlink shred srm trash trash-put rimraf del': writer('--interactive -n', (options) =>
    options.operands.map((path) => [
      path,
      hasFlag(options, '-r', '-R', '--recursive') ? 'remove' : 'remove',
    ]),
  ),
  rmdir: writer('', all('remove')),
  touch: writer('-d --date -r --reference -t', all('file')),
  truncate: writer('-s --size -r --reference', all('file')),
  mkdir: writer('-m --mode', all('folder')),
  'mkfifo mknod': writer('-m --mode', all('file')),
  'tee sponge': writer('', all('file')),
  fallocate: writer('-l --length -o --offset', all('file')),
  cp: writer(TARGET, copied),
  mv: writer(TARGET, moved),
  'rename prename': writer('', rest('remove')),
  'install ginstall': writer(
    `${TARGET} -m --mode -o --owner -g --group --strip-program`,
    (options) => (hasFlag(options, '-d', '--directory') ? all('folder')(options) : copied(options)),
  ),
  rsync: writer(
    '-e --rsh --exclude --include --exclude-from --include-from --files-from --filter -f --backup-dir --suffix --link-dest --compare-dest --copy-dest --temp-dir -T --log-file --partial-dir --rsync-path --password-file -B --bwlimit --chmod --chown --max-size --min-size --info --out-format --write-batch --only-write-batch',
    (options) => [
      ...copied(options),
      ...lastOf(options).map((path): Target => [
        path,
        hasFlag(
          options,
          '--delete',
          '--del',
          '--delete-after',
          '--delete-before',
          '--delete-excluded',
        )
          ? 'tree'
          : 'file',
      ]),
      ...ofOption(
        'file',
        '--backup-dir',
        '--temp-dir',
        '-T',
        '--log-file',
        '--partial-dir',
        '--write-batch',
        '--only-write-batch',
      )(options),
      ...(hasFlag(options, '--remove-source-files')
        ? options.operands.slice(0, -1).map((path): Target => [path, 'remove'])
        : []),
    ],
  ),
  'scp sftp': writer('-P -i -F -o -c -l -S -J', (options) =>
    lastOf(options)
      .filter((path) => !/^[\w.@-]+:/.test(path))
      .map((path) => [path, 'file']),
  ),
  'chmod chown chgrp chcon': changed,
  setfacl: writer('-m -x -M -X --modify --remove --set', all('file')),
  chattr: writer('-v -p', rest('file')),
  setfattr: writer('-n -v -x --name --value --remove', all('file')),
  dd: writer('', ({ operands }) =>
    operands.flatMap((each): Target[] => (each.startsWith('of=') ? [[each.slice(3), 'file']] : [])),
  ),
  sort: writer(
    '-o --output -k --key -t --field-separator -S --buffer-size -T --temporary-directory --parallel --files0-from --compress-program --batch-size',
    ofOption('file', '-o', '--output', '-T', '--temporary-directory'),
  ),
  'shuf sdiff': writer(
    '-o --output -n --head-count -i --input-range',
    ofOption('file', '-o', '--output'),
  ),
  xxd: writer('-l -s -c -g -o -n -R', ({ operands }) =>
    operands.slice(1, 2).map((path) => [path, 'file']),
  ),
  uniq: writer('-f -s -w', ({ operands }) => operands.slice(1, 2).map((path) => [path, 'file'])),
  csplit: writer('-f --prefix -b -n', ofOption('file', '-f', '--prefix')),
  split: writer(
    '-a -b -C -l -n -t --suffix-length --bytes --lines --number --filter --additional-suffix -f --prefix',
    (options) => [
      ...options.operands.slice(1).map((path): Target => [path, 'file']),
      ...ofOption('file', '-f', '--prefix')(options),
    ],
  ),
  patch: writer(
    '-d --directory -i --input -o --output -p --strip -r --reject-file -B -Y -z -V -D -g -F',
    (options) => [
      ...ofOption('tree', '-d', '--directory')(options),
      ...ofOption('file', '-o', '--output', '-r', '--reject-file')(options),
      ...options.operands.slice(0, 1).map((path): Target => [path, 'file']),
    ],
  ),
  unzip: writer('-d -x -P -I -O', ofOption('file', '-d')),
  zip: writer('-x -i -b -t -tt -n -P -s', ({ operands }) =>
    operands.slice(0, 1).map((path) => [path, 'file']),
  ),
  '7z 7za 7zr': writer('-o -p', (options) => [
    ...options.operands.slice(1, 2).map((path): Target => [path, 'file']),
    ...ofOption('file', '-o')(options),
  ]),
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lzma lz4 brotli compress uncompress pigz': packed,
  cpio: writer(
    '-D --directory -F --file -O -I -H -R -E --owner',
    ofOption('file', '-D', '--directory', '-F', '-O', '--file'),
  ),
  pax: writer('-f -s -x', (options) => [
    ...ofOption('file', '-f')(options),
    ...lastOf(options).map((path): Target => [path, 'file']),
  ]),
  wget: writer(
    '-O --output-document -P --directory-prefix -o --output-file -a --append-output -i -U --user-agent --header --post-data --post-file --timeout -T -t --tries -e --execute --user --password --method --body-data --save-cookies --load-cookies --warc-file',
    ofOption(
      'file',
      '-O',
      '--output-document',
      '-P',
      '--directory-prefix',
      '-o',
      '--output-file',
      '-a',
      '--append-output',
      '--save-cookies',
      '--warc-file',
    ),
  ),
  curl: writer(
    '-o --output -H --header -d --data --data-raw --data-binary --data-urlencode --json -X --request -u --user -A --user-agent -b --cookie -c --cookie-jar -F --form -T --upload-file -K --config -D --dump-header -e --referer -m --max-time --connect-timeout -w --write-out -x --proxy --retry --output-dir --trace --trace-ascii --stderr --cacert --cert --key -E -r --range --resolve --max-filesize --retry-delay --etag-save --etag-compare --hsts --alt-svc --libcurl --interface --unix-socket --url -y -Y -z -C --limit-rate --ciphers',
    ofOption(
      'file',
      '-o',
      '--output',
      '--output-dir',
      '-c',
      '--cookie-jar',
      '-D',
      '--dump-header',
      '--trace',
      '--trace-ascii',
      '--stderr',
      '--etag-save',
      '--libcurl',
      '--hsts',
      '--alt-svc',
    ),
  ),
  aria2c: writer('-d --dir -o --out -x -s -i', ofOption('file', '-d', '--dir', '-o', '--out')),
  iconv: writer('-f -t -o --output --from-code --to-code', ofOption('file', '-o', '--output')),
  'xmlstarlet xsltproc': writer('-o --output', ofOption('file', '-o', '--output')),
  openssl: writer('-out -in -keyout -key -subj -days -newkey', ofOption('file', '-out', '-keyout')),
  yq: writer('-o --output-format -p --input-format', ({ operands, flags }) =>
    flags.has('-i') || flags.has('--inplace')
      ? operands.slice(1).map((path) => [path, 'file'])
      : [],
  ),
  sqlite3: writer('-cmd -init -separator', ({ operands }) =>
    operands.slice(0, 1).map((path) => [path, 'file']),
  ),
  ar: writer('', ({ operands }) => operands.slice(1, 2).map((path) => [path, 'file'])),
  'objcopy strip': writer('-o -O -I', all('file')),
  'ed ex vi vim nvim nano emacs code micro': writer('-c -S -u -i --cmd -p --eval', all('file')),
  'gofmt black prettier isort autopep8 clang-format rustfmt yapf dos2unix unix2dos shfmt': writer(
    '--config --config-path --plugin -l --line-length --edition --style -r --parser --log-level --target-version -i_',
    (options) =>
      hasFlag(
        options,
        '-l',
        '--list',
        '--check',
        '-c',
        '--diff',
        '--list-different',
        '--check-only',
      )
        ? []
        : all('file')(options),
  ),
  mktemp: writer('-p --tmpdir --suffix', ({ operands, values }) => [
    ...(values.get('-p') ?? []).map((path): Target => [path, 'file']),
    ...operands.filter((path) => path.includes('/')).map((path): Target => [path, 'file']),
  ]),
  script: writer('-c --command -I -O --log-out -B -T -E -m -o', (options) => [
    ...all('file')(options),
    ...ofOption('file', '-O', '-B', '-T', '--log-out')(options),
  ]),
  'logrotate fsck mkfs wipefs': writer('', all('file')),
  'mount umount losetup': writer('-t -o -L -U', all('tree')),
  tsc: writer(
    '-p --project --outDir --outFile --declarationDir --tsBuildInfoFile --rootDir -t --target -m --module --lib --types',
    ofOption(
      'file',
      '-p',
      '--project',
      '--outDir',
      '--outFile',
      '--declarationDir',
      '--tsBuildInfoFile',
    ),
  ),
  'gcc g++ cc c++ clang clang++ rustc ld as go-build javac': writer(
    '-o -I -L -l -D -U -isystem -include -x -MF -MT -MQ -d -cp -classpath --out-dir --emit -C --crate-type --crate-name --edition',
    ofOption('file', '-o', '-MF', '-d', '--out-dir'),
  ),
};

/** By the name of the program. */
export const WRITERS: ReadonlyMap<string, Writer> = new Map(
  Object.entries(WRITERS_BY_NAME).flatMap(([names, each]) =>
    names.split(' ').map((name) => [name, each] as const),
  ),
);
