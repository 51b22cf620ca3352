// What may import what. Each rule's comment says the way out. Checked by
// scripts/check-architecture.mjs; test/architecture.test.ts plants faults and sees them caught.

/** A package, whether it was found in node_modules or not. */
const npmPackage = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

/** `from` may import only `to` (and itself). `except` names modules outside src that it may use. */
const only = (from, to, comment, except = []) => ({
  name: `${from}-imports-only-${to.length === 0 ? 'itself' : to.join('-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { pathNot: [`^src/(${[from, ...to].join('|')})/`, ...except] },
});

/** Like `only`, but Node's modules and packages are free. */
const onlyWithin = (from, to, comment) => {
  const rule = only(from, to, comment);
  return { ...rule, to: { ...rule.to, path: '^src/' } };
};

const layers = [
  only(
    'domain',
    [],
    'The domain is pure. Take what you need as an argument, or return an effect that the engine ' +
      'carries out; what needs a parser gets its result through a port.',
  ),
  only('ports', ['domain'], 'A port speaks the words of the domain; move the type there.'),
  only(
    'protocol',
    ['domain'],
    'A schema turns bytes into domain values with zod alone; reading the bytes is an adapter.',
    [npmPackage('zod')],
  ),
  only(
    'engine',
    ['ports', 'domain', 'protocol'],
    'The engine reaches the world through ports: write or widen a port, implement it in ' +
      'src/adapters, and pick it in src/compose. That includes Node: time, files and processes.',
  ),
  onlyWithin(
    'adapters',
    ['ports', 'domain', 'protocol'],
    'An adapter implements a port. What it wants of the engine is passed in by src/compose.',
  ),
  onlyWithin(
    'compose',
    ['adapters', 'engine', 'ports', 'protocol', 'domain'],
    'Compose only puts parts together; what it needs of the daemon or the cli belongs lower.',
  ),
  onlyWithin(
    'daemon',
    ['compose', 'engine', 'protocol', 'domain'],
    'The daemon gets its adapters from src/compose.',
  ),
  onlyWithin(
    'cli',
    ['compose', 'daemon', 'protocol', 'domain'],
    'A command asks src/compose for the engine or a query; it does not pick adapters.',
  ),
  {
    name: 'web-imports-only-protocol-domain',
    comment: 'The page knows the wire (protocol) and the words (domain); the rest comes by HTTP.',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: '^src/', pathNot: '^src/(protocol|domain)/' },
  },
  {
    name: 'nobody-imports-cli-or-web',
    comment: 'They are ends. Move what you want to share down: to compose, protocol or domain.',
    severity: 'error',
    from: { pathNot: '^(src/cli|web)/' },
    to: { path: '^(src/cli|web)/' },
  },
  {
    name: 'only-cli-imports-daemon',
    comment: 'The daemon is an end. Move what you want to share down: to compose or protocol.',
    severity: 'error',
    from: { pathNot: '^src/(cli|daemon)/' },
    to: { path: '^src/daemon/' },
  },
];

const adapters = [
  {
    name: 'adapter-not-to-other-adapter',
    comment:
      'Adapters do not know one another (but for process and git). Take what you need as a port, ' +
      'and let src/compose pass it in.',
    severity: 'error',
    from: { path: '^src/adapters/([^/]+)/' },
    to: { path: '^src/adapters/', pathNot: ['^src/adapters/$1/', '^src/adapters/(process|git)/'] },
  },
  {
    name: 'process-imports-no-adapter',
    comment: 'adapters/process is below all the others, git too: pass it what it needs.',
    severity: 'error',
    from: { path: '^src/adapters/process/' },
    to: { path: '^src/adapters/', pathNot: '^src/adapters/process/' },
  },
  {
    name: 'sibling-not-to-sibling',
    comment:
      'One agent (workspace, importer, …) does not know another. What two share is a file beside ' +
      'their folders, such as src/adapters/agents/shared.ts.',
    severity: 'error',
    from: { path: '^src/adapters/([^/]+)/([^/]+)/' },
    to: { path: '^src/adapters/$1/[^/]+/', pathNot: '^src/adapters/$1/$2/' },
  },
];

const packages = [
  {
    name: 'only-process-spawns',
    comment: 'Start processes through src/adapters/process: it is where they are made to end.',
    severity: 'error',
    from: { pathNot: '^src/adapters/process/' },
    to: { path: '^(node:)?child_process$' },
  },
  {
    name: 'only-store-knows-the-database',
    comment: 'Ask the store port; a new query is a method of an adapter in src/adapters/store.',
    severity: 'error',
    from: { pathNot: '^src/adapters/store/' },
    to: { path: npmPackage('better-sqlite3', 'kysely') },
  },
  {
    name: 'only-protocol-knows-zod',
    comment: 'Write the schema in src/protocol and import its parse function.',
    severity: 'error',
    from: { pathNot: '^src/protocol/' },
    to: { path: npmPackage('zod') },
  },
  {
    name: 'no-dev-dependency',
    comment:
      'The published package has no devDependencies: move it to dependencies, or do without.',
    severity: 'error',
    from: { path: '^src/' },
    // Types come from @types packages, which are gone when the code runs.
    to: { dependencyTypes: ['npm-dev'], pathNot: '(^|node_modules/)@types/' },
  },
];

const graph = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one, or need a third below both.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphan',
    comment: 'Nobody imports this file and it imports nothing: use it or delete it.',
    severity: 'error',
    from: { orphan: true, pathNot: ['^src/(index|adapter)\\.ts$', '\\.d\\.ts$'] },
    to: {},
  },
  {
    name: 'no-unresolvable',
    comment: 'This import leads nowhere: relative imports end in .ts; is the package installed?',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...layers, ...adapters, ...packages, ...graph],
  options: {
    // An import of a type binds as much as any other.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|fixtures)/|\\.test\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
