import type { Enclosure, Profile } from '../../ports/boundary.ts';
import { ENTRY_PREFIX } from './enter-script.ts';
import { USER } from './etc-files.ts';
import type { Tools } from './tools.ts';

/** What a command is wrapped with. */
export interface WrapParts {
  readonly tools: Tools;
  /** See `enterScript`. */
  readonly script: string;
  /** The gateway's command line, which stands before the script's; null: there is no gateway. */
  readonly gateway: readonly string[] | null;
  readonly profile: Profile;
  /** A folder of the host's that is always there, to start in. */
  readonly folder: string;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The way in. The working folder of a command is one inside. */
export const wrapper = ({ tools, script, gateway, profile, folder }: WrapParts): Enclosure => ({
  wrap: ({ argv, cwd, env }) => {
    const entries = Object.entries({
      PATH,
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      ...env,
      ...own(profile),
    });
    // In variables of other names: what the command is given must not reach the shell outside.
    const carried = entries
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
      .map((entry, index) => [`${ENTRY_PREFIX}${index}`, entry] as const);
    return {
      argv: [
        ...(gateway === null ? [] : [...dyingWithParent(tools), ...gateway]),
        ...dyingWithParent(tools),
        tools.shell,
        '-p',
        script,
        cwd,
        String(carried.length),
        ...argv,
      ],
      cwd: folder,
      env: { PATH, ...Object.fromEntries(carried) },
    };
  },
});

const dyingWithParent = ({ setpriv }: Tools): readonly string[] => [
  setpriv,
  '--pdeathsig',
  'KILL',
  '--',
];

/** What a command has no say in. */
const own = ({ home }: Profile): Readonly<Record<string, string>> => ({
  HOME: home,
  TMPDIR: '/tmp',
  USER,
  LOGNAME: USER,
});
