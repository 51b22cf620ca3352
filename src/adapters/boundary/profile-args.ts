import { dirname } from 'node:path';
import type { Profile, Share } from '../../ports/boundary.ts';
import type { HostView, MaskedPath } from './host-view.ts';

/** Files that fanin writes, and where inside they are seen: [the host's path, inside]. */
export type OwnFile = readonly [from: string, to: string];

/** What the arguments are made from besides the profile. */
export interface ArgumentFacts {
  readonly view: HostView;
  readonly ownFiles: readonly OwnFile[];
  /** An empty file and an empty folder, both read-only. */
  readonly empty: { readonly file: string; readonly folder: string };
  /** True: fanin is root, and whoever comes in is made `profile.uid` there. */
  readonly asRoot: boolean;
  /** The user and group that a user's own namespace maps to; those of fanin. */
  readonly own: { readonly uid: number; readonly gid: number };
  /** The descriptor with the seccomp filter; null: there is none. */
  readonly filter: number | null;
  /** Most bytes in each private folder that lies in memory. */
  readonly memoryBytes: number;
}

/** What `setpriv` needs to become somebody else and never come back. */
const TO_CHANGE_USER = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

/** Bubblewrap's arguments, without the working folder, the environment and the command. Pure. */
export function profileArguments(profile: Profile, facts: ArgumentFacts): readonly string[] {
  const { view, ownFiles, empty, filter } = facts;
  return [
    ...namespaces(profile, facts),
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...(facts.asRoot ? TO_CHANGE_USER.flatMap((each) => ['--cap-add', each]) : []),
    ...(filter === null ? [] : ['--seccomp', String(filter)]),
    ...folders(dirname('/sys/devices/system/cpu')),
    ...view.folders.flatMap((path) => ['--ro-bind', path, path]),
    ...view.links.flatMap(([path, to]) => ['--symlink', to, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...['/dev/shm', '/tmp', '/var/tmp'].flatMap((path) => memory(path, '1777', facts.memoryBytes)),
    ...memory('/run', '0755', facts.memoryBytes),
    '--symlink',
    '/run',
    '/var/run',
    // The kernel's settings: bubblewrap leaves them writable, and for root that is a way out.
    ...['/proc/sys', '/proc/irq', '/proc/bus', '/proc/fs'].flatMap((path) => [
      '--ro-bind-try',
      path,
      path,
    ]),
    ...view.masked.flatMap((path) => mask(path, empty)),
    ...ownFiles.flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...share({ from: profile.home, to: profile.home, write: true }),
    ...profile.shares.flatMap(share),
    '--remount-ro',
    '/',
  ];
}

function namespaces(profile: Profile, facts: ArgumentFacts): readonly string[] {
  const { uid, gid } = facts.own;
  return [
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--hostname',
    'fanin',
    // An ordinary user's network namespace is made before (see `enter-script`), so that it can be got into.
    ...(profile.network.mode === 'none' && facts.asRoot ? ['--unshare-net'] : []),
    ...(facts.asRoot ? [] : ['--unshare-user', '--uid', String(uid), '--gid', String(gid)]),
  ];
}

const share = ({ from, to, write }: Share): readonly string[] => [
  ...folders(dirname(to)),
  write ? '--bind' : '--ro-bind',
  from,
  to,
];

/** Every folder on the way, for everybody to pass: bubblewrap itself would make them for root alone. */
function folders(path: string): readonly string[] {
  if (path === '/') return [];
  return [...folders(dirname(path)), '--perms', '0755', '--dir', path];
}

const memory = (path: string, mode: string, bytes: number): readonly string[] => [
  '--perms',
  mode,
  '--size',
  String(bytes),
  '--tmpfs',
  path,
];

const mask = ({ path, folder }: MaskedPath, empty: ArgumentFacts['empty']): readonly string[] => [
  '--ro-bind',
  folder ? empty.folder : empty.file,
  path,
];

/** What stands before every command inside: no more than so many processes, and nobody's rights. */
export function commandPrefix(
  profile: Profile,
  facts: { readonly asRoot: boolean; readonly prlimit: string; readonly setpriv: string },
): readonly string[] {
  const { asRoot, prlimit, setpriv } = facts;
  const limit = [prlimit, `--nproc=${MOST_PROCESSES}:${MOST_PROCESSES}`, '--core=0:0'];
  if (!asRoot) return [...limit, '--'];
  const id = String(profile.uid);
  return [
    ...limit,
    '--',
    setpriv,
    '--reuid',
    id,
    '--regid',
    id,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
    '--ambient-caps=-all',
    '--',
  ];
}

/** Threads count too: a large build or a test run in browsers has hundreds. */
const MOST_PROCESSES = 4096;
