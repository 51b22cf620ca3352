/**
 * The part of the supervisor's program that puts the agent into the cgroup which the engine has made
 * for it, where one can be had (`agent-group.ts`). What clears its environment and leaves its session
 * is in it still, and is ended with it.
 */
export const GROUP_SCRIPT: string = `# Sets group.
know_group() { read -r group <cgroup || group=; } 2>/dev/null

# Called by who becomes the agent. The kernel takes up to a hundredth of a second for it: an agent
# whose input stays open has a driver, which starts nothing so soon, and need not wait.
join_group() {
  know_group
  [ -n "$group" ] || return 0
  case $input in
    # Without the agent's input: whoever has that open counts as its reader.
    open) (echo "$pid" >"$group/cgroup.procs" &) </dev/null ;;
    *) echo 0 >"$group/cgroup.procs" ;;
  esac
} 2>/dev/null

end_group() {
  [ -z "$group" ] || echo 1 >"$group/cgroup.kill"
} 2>/dev/null
`;
