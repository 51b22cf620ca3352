import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { readOptions, valuesOf } from '../options.ts';
import { reaches, textReaches } from '../reaching.ts';
import { objectToStanding } from '../standing.ts';
import { objectToWrite } from '../targets.ts';
import { isKnown, shown } from '../value.ts';
import { changeFolder } from './builtins.ts';

/** A program that builds, installs or runs things where it stands, or where an option says. */
interface Tool {
  /** Options that take a value. */
  readonly valued: string;
  /** Options that say where it works. */
  readonly folder: string;
  /** Options that say where it writes. */
  readonly output: string;
  /** Subcommands that only show something. */
  readonly shows?: RegExp;
  /** Words before a command of its own: `npm exec`, `uv run`. */
  readonly runs?: RegExp;
  /** Its long options have one dash, and its short ones are never joined: `-cover` is no `-o ver`. */
  readonly oneDash?: true;
}

const tool = (
  folder: string,
  output = '',
  more: Pick<Tool, 'shows' | 'runs' | 'oneDash'> & { readonly valued?: string } = {},
): Tool => ({
  folder,
  output,
  ...more,
  valued: [folder, output, more.valued ?? ''].join(' '),
});

const NPM = tool(
  '--prefix -C --dir --cwd --modules-folder',
  '--cache --userconfig --globalconfig --store-dir --cache-folder --pack-destination --virtual-store-dir --lockfile-dir',
  {
    valued:
      '-w --workspace --registry --filter -F --loglevel --tag -c --call -p --package --script-shell',
    shows:
      /^(?:ls|list|view|info|outdated|audit|why|explain|config (?:get|list)|root|bin|prefix|help|search|whoami|ping|doctor|-v|--version)\b/,
    runs: /^(?:exec|x|dlx)$/,
  },
);

const BY_NAME: Readonly<Record<string, Tool>> = {
  'npm pnpm yarn cnpm tnpm': NPM,
  'make gmake bmake remake': tool('-C --directory', '-o', {
    valued: '-j -f --file --makefile -I --include-dir -l -W -k_ --eval -E',
  }),
  ninja: tool('-C', '', { valued: '-f -j -k -l -d -t' }),
  cmake: tool('-B --build --install -S -H', '--prefix', {
    valued: '-G -D -U -C -P -t --target -j --config --preset -A -T -E',
  }),
  meson: tool('-C --wd', '--prefix --destdir'),
  cargo: tool('-C --manifest-path', '--target-dir --root --out-dir --artifact-dir', {
    valued:
      '-p --package --features --bin --example --test --bench --target --profile -j --config --color --message-format --git --rev --branch --tag --registry --index --version --edition --name --vcs',
  }),
  go: tool('-C', '-o -pkgdir', {
    oneDash: true,
    valued:
      '-run -bench -count -timeout -tags -ldflags -gcflags -coverprofile -covermode -coverpkg -cpuprofile -memprofile -mod -modfile -p -parallel -v_ -exec -overlay -toolexec',
  }),
  'gradle gradlew': tool(
    '-p --project-dir --include-build',
    '-g --gradle-user-home --project-cache-dir --project-prop',
    { valued: '-x --tests -P -D -I --init-script -c -b --build-file' },
  ),
  'mvn mvnw': tool('-f --file', '', { valued: '-P -D -pl -s --settings -T -l --log-file' }),
  'pip pip3 pipx': tool(
    '',
    '-t --target --prefix --root --src -d --dest --cache-dir --log --report -b',
    {
      valued: '-r -c -e -i --index-url --extra-index-url --find-links --python',
      shows: /^(?:list|show|freeze|check|config list|--version)/,
    },
  ),
  'uv poetry pdm hatch rye': tool(
    '--directory --project -C -p --cwd',
    '--cache-dir --target --prefix',
    {
      valued: '--python --with --extra --group -r --index-url --from --with-requirements',
      runs: /^run$/,
    },
  ),
  'pipenv rye bundle': tool('--gemfile', '--path --binstubs', { runs: /^(?:run|exec)$/ }),
  'conda mamba micromamba': tool('-p --prefix', '', {
    valued: '-n --name -c --channel -f --file',
    runs: /^run$/,
  }),
  composer: tool('-d --working-dir', '', { runs: /^exec$/ }),
  'terraform tofu': tool('-chdir', '-out -state -state-out -backup', {
    valued: '-var -var-file -target',
  }),
  'just task': tool('-d --working-directory --dir', '', { valued: '-f --justfile --taskfile -t' }),
  'rake thor': tool('-C --directory', '', { valued: '-f --rakefile -I -r -e -E -p' }),
  'dotnet msbuild': tool(
    '',
    '-o --output --artifacts-path --results-directory --property:OutputPath',
    { valued: '-c -f -r --project -p -v --filter --logger' },
  ),
  'mix rebar3 lein sbt stack cabal dune opam': tool(
    '--root --cwd --project --work-dir',
    '--prefix --builddir',
    { valued: '-p --profile' },
  ),
  'bazel bazelisk': tool('', '--output_base --output_user_root --symlink_prefix', { valued: '' }),
  'turbo nx lerna rush': tool('--cwd --root', '--cache-dir', {
    valued: '--filter -F --scope --target -t --projects -p',
  }),
  'pytest py.test tox nox': tool(
    '--rootdir --root -c --workdir',
    '--basetemp --junitxml --junit-xml --cov-report --resultlog --log-file -o',
    { valued: '-k -m -n -p --cov --maxfail --tb -W --durations --timeout -e' },
  ),
  'jest vitest mocha ava karma tap': tool(
    '--rootDir --root --dir',
    '--outputFile --coverageDirectory --cacheDirectory --coverage.reportsDirectory --output-file',
    {
      valued:
        '-t --testNamePattern -c --config --reporter --reporters -g --grep --project --testPathPattern --maxWorkers --require -r --environment --pool --timeout',
    },
  ),
  'eslint biome oxlint stylelint tslint ruff flake8 mypy pylint pyright rubocop golangci-lint shellcheck':
    tool('', '-o --output-file --cache-location --cache-dir --report-file', {
      valued:
        '-c --config --ext -f --format --rule --plugin --ignore-pattern --select --ignore --max-line-length --parser-options --resolve-plugins-relative-to --output-format --stdin-filename',
    }),
  'vite webpack rollup esbuild parcel next nuxt astro rspack rolldown tsup swc babel': tool(
    '--root --context',
    '--outDir --outfile --outdir -o --output-path --out-dir -d --dist-dir --output --out-file --file --dir',
    {
      valued:
        '-c --config --mode --port --host --entry --format --platform --target --external -i --input --loader',
    },
  ),
};

const TOOLS: ReadonlyMap<string, Tool> = new Map(
  Object.entries(BY_NAME).flatMap(([names, each]) =>
    names.split(' ').map((name) => [name, each] as const),
  ),
);

export const toolOf = (name: string): Tool | null => TOOLS.get(name) ?? null;

/** Runs a tool where it stands, or where its options send it. */
export function runTool(each: Tool, call: Call, machine: Machine): Outcome {
  const { name, args, state } = call;
  const options = readOptions(ofOneDash(each, args), each.valued, false, false);
  const words = options.operands.join(' ');
  for (const path of valuesOf(options, ...namesOf(each.output)))
    objectToWrite(machine, { path, how: 'file', state, fields: [name, ...args] });
  const places = valuesOf(options, ...namesOf(each.folder));
  if (each.shows?.test(words) === true) return nothing(state);
  const inside = places.reduce(
    (at, folder) => ({
      ...changeFolder({ name: 'cd', args: ['--', fileFolder(folder)], state: at }, machine).state,
      stayed: [],
    }),
    state,
  );
  if (places.length > 0)
    for (const path of places)
      objectToWrite(machine, { path, how: 'tree', state, fields: [name, ...args] });
  objectToStanding(machine, { name, args, state: inside });
  runInner(each, call, { ...call, state: inside }, machine);
  setScripts(call, machine);
  objectToNames(machine, call);
  objectToInput(machine, call);
  return nothing(state);
}

const ofOneDash = ({ oneDash, valued }: Tool, args: readonly string[]): readonly string[] =>
  oneDash === undefined
    ? args
    : args.map((arg) =>
        /^-[a-z]{2}/.test(arg) && !valued.split(' ').includes(arg.replace(/=.*$/s, ''))
          ? `-${arg}`
          : arg,
      );

const namesOf = (names: string): readonly string[] =>
  names.split(' ').filter((each) => each !== '');

/** Some name a file in the folder: `--manifest-path`, `-f pom.xml`. */
const fileFolder = (path: string): string =>
  /\.(?:toml|xml|json|gradle|kts|sln|csproj)$/.test(path)
    ? path.replace(/\/?[^/]*$/, '') || '.'
    : path;

/** `npm exec -- cmd`, `uv run cmd`, `npx -c text`. */
function runInner(each: Tool, { args }: Call, inside: Call, machine: Machine): void {
  const at = args.findIndex((arg) => each.runs?.test(arg) === true);
  if (at !== -1) {
    const options = readOptions(args.slice(at + 1), each.valued, true);
    for (const text of valuesOf(options, '-c', '--call')) machine.script(text, inside.state);
    if (options.operands.length > 0) machine.fields(options.operands, inside.state);
  }
  for (const text of [...args].filter((arg) => /^--(?:eval|script-shell)=/.test(arg)))
    machine.script(text.slice(text.indexOf('=') + 1), inside.state);
}

/** `npm pkg set scripts.x=…`: what a later `npm run` would run. */
function setScripts({ name, args, state }: Call, machine: Machine): void {
  if (!/^(?:npm|pnpm|yarn)$/.test(name)) return;
  if (args[0] !== 'pkg' && args[0] !== 'set-script') return;
  for (const arg of args.slice(1)) {
    const text =
      /^["']?scripts[.[][^=]*=(.*)$/s.exec(arg)?.[1] ?? (args[0] === 'set-script' ? arg : null);
    if (text !== null) machine.script(text.replaceAll(/^["']|["']$/g, ''), state);
  }
}

/** Objects to what a program that may run it is given on standard input. */
export function objectToInput(machine: Machine, { name, state }: Call): void {
  for (const text of state.input ?? []) {
    const found = textReaches(machine, state, text);
    if (found === null) continue;
    machine.object({
      verdict: 'undecidable',
      rule: 'names-main',
      reason: `${shown(name)} reads a text that names ${shown(found.path)}.`,
      instead: `Name a path below ${machine.ground.workspace}.`,
    });
    return;
  }
}

/** Options whose values are words for people. */
const PROSE =
  /^(?:-m|--message|--body|-b|--title|--description|--notes|--subject|--comment|-F_|--reason|--label|--grep|-k|--filter)$/;

/** Objects to places of others among the arguments of a program that may write. */
export function objectToNames(machine: Machine, { name, args, state }: Call): void {
  for (const [at, arg] of args.entries()) {
    if (PROSE.test(args[at - 1] ?? '') || /^--(?:body|message|title|description)=/.test(arg))
      continue;
    const found = isKnown(arg)
      ? (textReaches(machine, state, arg) ?? reaches(machine, state, arg))
      : reaches(machine, state, arg);
    if (found === null || (found.zone === 'above' && !/(?:^|[=:,])(?:\.\.|~|\/)/.test(arg)))
      continue;
    machine.object({
      verdict: 'undecidable',
      rule: 'names-main',
      reason: `${shown(name)} is given ${shown(found.path)}, and what it does there cannot be told.`,
      instead: `Give it a path below ${machine.ground.workspace}.`,
    });
    return;
  }
}
