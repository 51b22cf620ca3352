import { changeFolder } from '../commands/builtins.ts';
import type { Call, Machine } from '../machine.ts';
import { walked } from '../paths.ts';
import type { State } from '../state.ts';
import { MARK, isAnything } from '../value.ts';
import { knownPlaces, zoneOf } from '../zones.ts';

/** git's own options, and the subcommand behind them. */
export interface GitCall {
  readonly subcommand: string;
  /** Behind the subcommand. */
  readonly args: readonly string[];
  /** `-C`, in their order. */
  readonly folders: readonly string[];
  readonly gitDir: readonly string[];
  readonly workTree: readonly string[];
  /** `-c key=value`. */
  readonly settings: readonly string[];
  /** Options that bring in programs by other ways. */
  readonly strange: readonly string[];
  readonly pages: boolean;
}

const VALUED = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
  '--attr-source',
  '--list-cmds',
]);

export function readGit(args: readonly string[]): GitCall {
  const found: Record<string, string[]> = {};
  let at = 0;
  let pages = false;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) break;
    if (arg === '-p' || arg === '--paginate') pages = true;
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
    const name = equals === -1 ? arg : arg.slice(0, equals);
    if (/^-[Cc]./.test(arg))
      found[arg.slice(0, 2)] = [...(found[arg.slice(0, 2)] ?? []), arg.slice(2)];
    if (!VALUED.has(name)) continue;
    const value = equals === -1 ? args[(at += 1)] : arg.slice(equals + 1);
    found[name] = [...(found[name] ?? []), value ?? MARK.any];
  }
  return {
    subcommand: args[at] ?? '',
    args: args.slice(at + 1),
    folders: found['-C'] ?? [],
    gitDir: found['--git-dir'] ?? [],
    workTree: found['--work-tree'] ?? [],
    settings: found['-c'] ?? [],
    strange: ['--exec-path', '--config-env'].flatMap((name) =>
      found[name] === undefined ? [] : [name],
    ),
    pages,
  };
}

/** Whose repository a git command would change. */
export type Whose =
  | 'own'
  | 'nested'
  | 'main'
  | 'neighbour'
  | 'shared'
  | 'outside'
  | 'unknown'
  | 'none';

export interface GitPlace {
  readonly whose: ReadonlySet<Whose>;
  /** A shell that stands where git would. */
  readonly state: State;
  readonly roots: readonly string[];
}

/** Where git would work, from its options and variables. */
export function placeOf(machine: Machine, { state }: Call, git: GitCall): GitPlace {
  const inside = git.folders.reduce(
    (at, folder) =>
      folder === ''
        ? at
        : {
            ...changeFolder({ name: 'cd', args: ['--', folder], state: at }, machine).state,
            stayed: [],
          },
    state,
  );
  const gitDirs = [
    ...git.gitDir.slice(-1),
    ...variable(state, 'GIT_DIR'),
    ...variable(state, 'GIT_COMMON_DIR'),
  ];
  const trees = [
    ...git.workTree.slice(-1),
    ...variable(state, 'GIT_WORK_TREE'),
    ...git.settings.flatMap((each) => (/^core\.worktree=/i.test(each) ? [each.slice(14)] : [])),
  ];
  const whose = new Set<Whose>();
  const roots: string[] = [];
  for (const path of [...gitDirs, ...trees])
    for (const cwd of inside.cwds)
      for (const each of walked(machine.world, cwd, path, knownPlaces(machine.ground))) {
        whose.add(whoseFolder(machine, each));
        roots.push(each);
      }
  if (gitDirs.length === 0)
    for (const cwd of inside.cwds) {
      const [found, root] = whoseRepository(machine, cwd);
      whose.add(found);
      roots.push(root);
    }
  return { whose, state: inside, roots };
}

const variable = ({ exported, variables }: State, name: string): readonly string[] =>
  exported.has(name) ? (variables.get(name) ?? []).map((fields) => fields[0] ?? '') : [];

function whoseFolder({ ground, world }: Machine, path: string): Whose {
  switch (zoneOf(ground, path)) {
    case 'workspace':
      return world.repository(path)?.root === ground.workspace || !world.exists(path)
        ? 'own'
        : 'nested';
    case 'git-pointer':
    case 'own-git':
      return 'own';
    case 'main':
      return 'main';
    case 'shared-git':
      return 'shared';
    case 'neighbour':
      return 'neighbour';
    case 'unknown':
      return 'unknown';
    default:
      return 'outside';
  }
}

function whoseRepository(machine: Machine, cwd: string): readonly [Whose, string] {
  const { ground, world } = machine;
  if (isAnything(cwd) && cwd.startsWith(MARK.any)) return ['unknown', cwd];
  const [place = cwd] = walked(world, cwd, '.', knownPlaces(ground));
  const zone = zoneOf(ground, place);
  if (zone === 'unknown') return ['unknown', place];
  const known = place.replace(/\/[^/]*[\uE000-\uE003].*$/, '');
  const found = world.repository(known === '' ? '/' : known);
  if (found === null)
    return zone === 'main' || zone === 'neighbour'
      ? [zone, place]
      : zone === 'workspace'
        ? ['own', place]
        : ['none', place];
  if (found.root === ground.workspace) return ['own', found.root];
  const whose = zoneOf(ground, found.root);
  if (whose === 'workspace')
    return [found.gitDir === ground.gitDir ? 'shared' : 'nested', found.root];
  if (found.root === ground.main || whose === 'main') return ['main', found.root];
  if (whose === 'neighbour' || whose === 'shared-git')
    return [whose === 'neighbour' ? 'neighbour' : 'shared', found.root];
  return [found.gitDir === ground.gitDir ? 'shared' : 'outside', found.root];
}
