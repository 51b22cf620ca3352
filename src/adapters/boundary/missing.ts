import { readFile } from 'node:fs/promises';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';

/** How to get what a boundary is made of, by system. */
export const INSTALL_HINT =
  'Debian and Ubuntu: sudo apt install bubblewrap iproute2; Fedora: sudo dnf install bubblewrap iproute; ' +
  'Arch: sudo pacman -S bubblewrap iproute2';

const APPARMOR = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const DEBIAN = '/proc/sys/kernel/unprivileged_userns_clone';
const MOST = '/proc/sys/user/max_user_namespaces';

/** Why nothing can be started behind the boundary: `words` are those of the program that failed. */
export async function explainFailedStart(words: string, uid: number): Promise<Failure> {
  const message = `nothing can be started behind the boundary: ${words}`;
  return failure('boundary-missing', message, { hint: await hintFor(uid) });
}

async function hintFor(uid: number): Promise<string> {
  if (uid === 0)
    return 'in a container, root needs CAP_SYS_ADMIN; or run fanin as an ordinary user';
  if ((await setting(APPARMOR)) === '1') {
    return (
      'AppArmor keeps ordinary users from making user namespaces (Ubuntu 24.04 and later). Give bwrap a profile ' +
      '(sudo apt install apparmor-profiles, then link bwrap-userns-restrict into /etc/apparmor.d), or: ' +
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
    );
  }
  if ((await setting(DEBIAN)) === '0') {
    return 'user namespaces are off: sudo sysctl -w kernel.unprivileged_userns_clone=1';
  }
  if ((await setting(MOST)) === '0') {
    return 'user namespaces are off: sudo sysctl -w user.max_user_namespaces=15000';
  }
  return INSTALL_HINT;
}

const setting = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trim();
