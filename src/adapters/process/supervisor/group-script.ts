/**
 * The part of the supervisor's program that gives the agent a cgroup of its own, where one can be
 * made (version 2, and a folder that may be written: root, or a user's session under systemd). What
 * clears its environment and leaves its session is in it still, and is ended with it.
 */
export const GROUP_SCRIPT: string = `# Sets group, and tells it to whoever settles the attempt without this process.
make_group() {
  group='' own=''
  [ -n "$proc" ] || return 0
  while read -r line; do
    case $line in 0::*) own=\${line#0::} && break ;; esac
  done </proc/self/cgroup
  [ -n "$own" ] || return 0
  for mount in /sys/fs/cgroup/unified /sys/fs/cgroup; do
    [ -w "$mount\${own%/}/cgroup.procs" ] || continue
    group=$mount\${own%/}/fanin-$me-$mine
    mkdir "$group" && [ -w "$group/cgroup.kill" ] && echo "$group" >cgroup && return 0
    rmdir "$group"
    group=''
  done
} 2>/dev/null

# Called by who becomes the agent.
join_group() {
  read -r group <cgroup && echo 0 >"$group/cgroup.procs"
} 2>/dev/null

end_group() {
  [ -z "$group" ] || echo 1 >"$group/cgroup.kill"
} 2>/dev/null

# Whoever is ended leaves a moment later.
remove_group() {
  [ -z "$group" ] || rmdir "$group" || { pause 0.05; rmdir "$group"; }
} 2>/dev/null
`;
