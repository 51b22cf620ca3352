import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What of the host every command sees, read-only. */
export interface HostView {
  /** Folders, seen where they are. */
  readonly folders: readonly string[];
  /** Links at the root, as merged systems have them: [link, where it points]. */
  readonly links: readonly (readonly [path: string, to: string])[];
  /** Files and folders that hold secrets, or say which machine this is: seen as empty. */
  readonly masked: readonly MaskedPath[];
}

/** A path that is seen as an empty file or folder. */
export interface MaskedPath {
  readonly path: string;
  readonly folder: boolean;
}

const ROOTS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Programs, and the list of processors, which some of them need. */
const FOLDERS = ['/usr', '/etc', '/opt', '/nix/store', '/gnu/store', '/sys/devices/system/cpu'];
/** Below /etc: what holds keys, passwords, or the shape of the machine's network. */
const MASKED_IN_ETC =
  'shadow shadow- gshadow gshadow- passwd- group- subuid subgid sudoers sudoers.d ssh ssl/private pki/tls/private machine-id krb5.keytab kubernetes docker containerd containers/auth.json wireguard openvpn NetworkManager netplan ppp wpa_supplicant cloud fanin crypttab fstab exports iscsi letsencrypt polkit-1 cups netrc'.split(
    ' ',
  );
/** Below /proc: what the kernel tells or takes that is the whole machine's. */
const MASKED_IN_PROC =
  'kcore kmsg kallsyms keys key-users timer_list sched_debug sysrq-trigger latency_stats kpagecount kpageflags kpagecgroup slabinfo vmallocinfo acpi scsi asound config.gz modules'.split(
    ' ',
  );

/** Looks at the host. Everything named here exists. */
export function hostView(): HostView {
  const roots = ROOTS.flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, isLink: stat.isSymbolicLink() }];
  });
  return {
    folders: [
      ...FOLDERS.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory()),
      ...roots.flatMap(({ path, isLink }) => (isLink ? [] : [path])),
    ],
    links: roots.flatMap(({ path, isLink }) =>
      isLink ? [[path, readlinkSync(path)] as const] : [],
    ),
    masked: [
      ...masks(MASKED_IN_ETC.map((name) => join('/etc', name))),
      ...closedToOthers('/etc'),
      ...masks(MASKED_IN_PROC.map((name) => join('/proc', name))),
    ],
  };
}

/**
 * Where a file must be put so that it is what `path` shows. Some of /etc are links to places that
 * are not there inside, and bubblewrap cannot mount on those.
 */
export function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;
  }
}

const masks = (paths: readonly string[]): readonly MaskedPath[] =>
  paths.flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // A link is masked where it leads to, if that is seen at all.
    return stat === undefined || stat.isSymbolicLink()
      ? []
      : [{ path, folder: stat.isDirectory() }];
  });

/** What not everybody may read is nobody's business inside, whoever fanin's user is. */
const closedToOthers = (folder: string): readonly MaskedPath[] =>
  masks(readdirSync(folder).map((name) => join(folder, name))).filter(
    ({ path }) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0o7) & 0o4) === 0,
  );
