import type { Network } from '../../ports/boundary.ts';

/** Who one is inside. */
export const USER = 'fanin';

/** Files of /etc as they are seen inside, by name: who is who, and where names are looked up. */
export function etcFiles(facts: {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
  readonly network: Network['mode'];
  /** The host's own resolv.conf. */
  readonly resolver: string;
}): readonly (readonly [name: string, text: string])[] {
  const { uid, gid, home, network } = facts;
  const root = uid === 0 ? [] : ['root:x:0:0:root:/root:/bin/sh'];
  const rootGroup = gid === 0 ? [] : ['root:x:0:'];
  return [
    ['passwd', lines(...root, `${USER}:x:${uid}:${gid}:fanin:${home}:/bin/sh`, NOBODY)],
    ['group', lines(...rootGroup, `${USER}:x:${gid}:`, 'tty:x:5:', 'nogroup:x:65534:')],
    ['hosts', lines('127.0.0.1 localhost fanin', '::1 localhost ip6-localhost')],
    ['hostname', lines('fanin')],
    ['nsswitch.conf', NAME_SERVICES],
    ['resolv.conf', RESOLVERS[network](facts.resolver)],
  ];
}

const NOBODY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const NAME_SERVICES = lines('passwd: files', 'group: files', 'hosts: files dns', 'services: files');
const RESOLVERS: Record<Network['mode'], (host: string) => string> = {
  none: () => '',
  all: (host) => host,
  allow: () => lines('nameserver 127.0.0.1', 'options timeout:2 attempts:2'),
};
