import type { Network } from '../../ports/boundary.ts';
import { quoted } from './quoted.ts';
import type { Tools } from './tools.ts';

/** Where the way in finds its parts. All paths are the host's. */
export interface EnterParts {
  readonly tools: Tools;
  /** Bubblewrap's arguments, NUL-separated. */
  readonly argumentsFile: string;
  readonly filterFile: string | null;
  readonly asRoot: boolean;
  readonly network: Network['mode'];
  /** Prepares the network inside its namespace, and runs its arguments then; for `allow` alone. */
  readonly networkScript: string;
  /** See `commandPrefix`. */
  readonly prefix: readonly string[];
  /** See `writableParts`. */
  readonly nested: readonly string[];
}

/** Descriptors of the script. 3 is a channel to the gateway, where there is one. */
export const ARGUMENTS_FD = 9;
export const FILTER_FD = 8;
const STDIN_FD = 7;

/** The variables that carry a command's environment to the script, one `NAME=value` each. */
export const ENTRY_PREFIX = 'FANIN_ENTRY_';

/**
 * The program that starts one command inside, for bash: run with the working folder inside, the number of
 * variables, and the command. It stays while the command runs:
 * - bubblewrap gets its arguments, and the environment among them, on a descriptor, and an empty environment of its
 *   own: `/proc/1` shows both to everybody inside;
 * - bubblewrap sits in a session of its own, since a polite signal would end it, and with it everything
 *   inside at once; the script passes such signals on to the command and its group;
 * - every other descriptor is closed: one that is open for writing is a way out.
 * When the script dies, so does everything: it is started with a parent-death signal itself.
 */
export const enterScript = (parts: EnterParts): string => `set -u
umask 022
keep_channel=${parts.network === 'allow' ? 'yes' : ''}
arguments_file=${quoted(parts.argumentsFile)}
depth=${hasOuter(parts) ? '2' : '1'}
nested=(${parts.nested.map(quoted).join(' ')})
${SHELL_PARTS}
enter() {
  exec ${STDIN_FD}<&- ${parts.filterFile === null ? '' : `${FILTER_FD}<${quoted(parts.filterFile)}`}
  exec ${startOf(parts).map(quoted).join(' ')} ${goThere(parts)} "$@"
}

main() {
  cwd=$1 count=$2
  shift 2
  close_others
  look_for_links
  exec ${STDIN_FD}<&0
  arguments | (exec ${ARGUMENTS_FD}<&0 0<&${STDIN_FD}; enter "$@") &
  running=$! again=yes code=0
  exec ${STDIN_FD}<&- 3>&- </dev/null
  for signal in TERM INT HUP USR1 USR2 QUIT; do
    # shellcheck disable=SC2064
    trap "pass_on $signal" "$signal"
  done
  while [ -n "$again" ]; do
    again=
    wait "$running"
    code=$?
  done
  exit "$code"
}

main "$@"
`;

/** Functions of the script that are the same for everybody. */
const SHELL_PARTS = `
# Bash's own: it is closed on exec.
closes_itself() {
  local key value
  while read -r key value; do
    [ "$key" != flags: ] || return $(((value & 02000000) == 0))
  done <"/proc/self/fdinfo/$1"
  return 1
} 2>/dev/null

close_others() {
  local path fd
  for path in /proc/self/fd/*; do
    fd=\${path##*/}
    case $fd in 0 | 1 | 2) continue ;; esac
    [ "$fd" != 3 ] || [ -z "$keep_channel" ] || continue
    closes_itself "$fd" || eval "exec $fd>&-"
  done
}

look_for_links() {
  local path
  for path in "\${nested[@]}"; do
    [ ! -L "$path" ] || { echo "fanin: $path has become a link" >&2; exit 126; }
  done
}

arguments() {
  local i=0 name
  cat "$arguments_file"
  while [ "$i" -lt "$count" ]; do
    name=${ENTRY_PREFIX}$i
    printf '%s\\0' --setenv "\${!name%%=*}" "\${!name#*=}"
    i=$((i + 1))
  done
}

# The group of the first process inside, whose number is that of bubblewrap's (last) child.
pass_on() {
  local at=$running next= step
  again=yes
  for ((step = 0; step < depth; step += 1)); do
    read -r next _ <"/proc/$at/task/$at/children" || [ -n "$next" ] || return 0
    at=$next
  done
  kill -s "$1" -- "-$at"
} 2>/dev/null
`;

/** Only who lives inside may get into every folder there: root without its rights may not. */
const goThere = ({ tools }: EnterParts): string => `${quoted(tools.env)} -C "$cwd" --`;

/** An ordinary user can get into a network namespace again only by a process that is in the user namespace it belongs to. */
const hasOuter = ({ asRoot, network }: EnterParts): boolean =>
  network === 'allow' || (network === 'none' && !asRoot);

function startOf(parts: EnterParts): readonly string[] {
  const { tools } = parts;
  return [
    tools.setsid,
    // A shell takes SIGINT and SIGQUIT from what it starts in the background.
    tools.env,
    '-i',
    '--default-signal=INT,QUIT',
    ...(hasOuter(parts) ? outer(parts) : []),
    tools.bwrap,
    '--args',
    String(ARGUMENTS_FD),
    '--',
    ...parts.prefix,
  ];
}

/** The network's namespace, with the whole view of the host: what is made inside it has a view of its own. */
function outer({ tools, asRoot, network, networkScript }: EnterParts): readonly string[] {
  const rights = asRoot ? [] : ['--unshare-user'];
  const prepare = network === 'allow' ? [tools.shell, '-p', networkScript] : [];
  const needs = network === 'allow' ? ['CAP_NET_ADMIN', 'CAP_NET_BIND_SERVICE'] : [];
  return [
    tools.bwrap,
    '--die-with-parent',
    '--unshare-net',
    ...rights,
    ...(asRoot ? [] : needs.flatMap((each) => ['--cap-add', each])),
    '--dev-bind',
    '/',
    '/',
    '--',
    ...prepare,
  ];
}
