import { join } from 'node:path';
import type { Endpoint } from '../../../domain/plan/grants.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Profile, Share } from '../../../ports/boundary.ts';
import { homeShare, liesIn } from '../usable.ts';
import type { RuntimeConfig, RuntimePath } from './runtime.ts';

/** Of macOS: programs, libraries, fonts, certificates. Everything else of the host is closed. */
const SYSTEM = [
  '/System',
  '/Library',
  '/usr',
  '/bin',
  '/sbin',
  '/opt',
  '/dev',
  '/nix/store',
  '/private/etc',
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/private/var/db/xcode_select_link',
  '/private/var/select',
  '/Applications/Xcode.app',
  // Links of the system's, themselves alone: the kernel judges by where they lead.
  '/etc',
  '/var',
  '/tmp',
];

/** Within these: what holds keys, and the second name that every path of the user's has. */
const CLOSED = [
  '/System/Volumes/Data',
  '/Library/Keychains',
  ...['master.passwd', 'sudoers', 'sudoers.d', 'ssh', 'krb5.keytab'].map(
    (name) => `/private/etc/${name}`,
  ),
];

/** The runtime opens these to everybody; nothing of one attempt's is another's. */
const COMMON = ['/tmp/claude', '/private/tmp/claude'];

/** Ports of an endpoint that names none. */
const USUAL_PORTS = [443, 80];

/** Where what is inside puts files for a while: `/tmp` itself is closed. */
export const temporaryFolder = ({ home }: Pick<Profile, 'home'>): string => join(home, '.tmp');

/** A share is seen elsewhere than it lies: it has to be a link there. */
export const linkedShares = ({ shares }: Profile): readonly Share[] =>
  shares.filter(({ from, to }) => from !== to);

/**
 * The profile in the runtime's words; the error says, in one sentence, what of it cannot be had. Seatbelt looks at
 * where a file lies, never at where it is seen. Pure.
 */
export function runtimeConfig(profile: Profile): Result<RuntimeConfig, string> {
  const { network } = profile;
  if (network.mode === 'all') {
    return err('the whole network cannot be given here: name the hosts in sandbox.network');
  }
  const shares = [homeShare(profile), ...profile.shares];
  const far = linkedShares(profile).find(({ to }) => !isInWritable(shares, to));
  if (far !== undefined) return err(`${far.from} cannot be shown as ${far.to} here`);
  const files = fileRules(shares, linkedShares(profile));
  if (!files.ok) return files;
  return ok({
    network: {
      allowedDomains: network.mode === 'allow' ? network.endpoints.flatMap(domains) : [],
      deniedDomains: [],
      // Programs talk to their own parts by them; outside of these folders nobody can be reached.
      allowUnixSockets: [profile.home, ...writableFolders(profile)],
      allowLocalBinding: false,
    },
    filesystem: { ...files.value, allowGitConfig: true },
    allowPty: true,
  });
}

const isInWritable = (shares: readonly Share[], path: string): boolean =>
  shares.some((share) => share.write && share.to === share.from && liesIn(share.from, path));

const writableFolders = ({ shares }: Profile): readonly string[] =>
  shares.flatMap(({ from, to, write }) => (write && from === to ? [from] : []));

/** Host and port, as `host:port`; the runtime's own `host` alone would be every port. */
const domains = ({ host, port }: Endpoint): readonly string[] =>
  (port === null ? USUAL_PORTS : [port]).flatMap((each) => [
    `${host}:${each}`,
    // The host's own loopback under the name that most programs use.
    ...(host === '127.0.0.1' ? [`localhost:${each}`] : []),
  ]);

type FileRules = Pick<
  RuntimeConfig['filesystem'],
  'denyRead' | 'allowRead' | 'allowWrite' | 'denyWrite'
>;

/** In the runtime a path that is closed for writing is closed whatever is open in it: a later share can open nothing there. */
function fileRules(shares: readonly Share[], linked: readonly Share[]): Result<FileRules, string> {
  const open = shares.filter(
    (share, index) =>
      share.write &&
      !shares.slice(index + 1).some(({ from, write }) => !write && liesIn(from, share.from)),
  );
  const closed = shares.filter(
    ({ from, write }) => !write && open.some((outer) => liesIn(outer.from, from)),
  );
  const lost = open.find(({ from }) => closed.some((outer) => liesIn(outer.from, from)));
  if (lost !== undefined) {
    return err(`${lost.from} cannot be opened for writing within what is closed here`);
  }
  return ok({
    denyRead: ['/', ...CLOSED].map(exactly),
    allowRead: [...SYSTEM, ...shares.map(({ from }) => from)].map(exactly),
    allowWrite: open.map(({ from }) => exactly(from)),
    denyWrite: [
      ...COMMON,
      ...closed.map(({ from }) => from),
      // Who could replace the link would be somebody else's guide.
      ...linked.map(({ to }) => to),
    ].map(exactly),
  });
}

const exactly = (path: string): RuntimePath => ({ path, literal: true });
