/**
 * The part of the supervisor's program that ends whatever carries the attempt's tag, wherever it
 * went. Unlike `sweepTagged` it can afford few processes of its own: it sorts pids out in the shell
 * and asks grep about the rest, all of them at once.
 */
export const SWEEP_SCRIPT: string = `# Sets oldest: no process of the agent has a pid below. Pids are given out in order and start anew
# at the highest one, which two pids for each fork since the start (one that failed has used up one
# as well) have not reached before the turn.
sort_out() {
  oldest=0
  [ -n "$agent" ] && [ -n "$turn" ] || return 0
  forks=$(grep '^processes ' /proc/stat)
  forks=\${forks#processes }
  case $forks in '' | *[!0-9]*) return 0 ;; esac
  [ $((2 * forks + agent)) -ge "$turn" ] || oldest=$agent
} 2>/dev/null

# Sets found: the processes that carry the tag; and strangers: whether there are others as young.
look_round() {
  found='' strangers='' files=''
  if [ -z "$proc" ]; then
    strangers=yes
    found=$(ps -axEww -o pid= -o command= |
      awk -v p="$pattern" '{ for (i = 2; i <= NF; i++) if ($i ~ p) { print $1; break } }')
    return 0
  fi
  set +f
  set -- /proc/[0-9]*
  set -f
  # After the list was made: whoever is in it was started before the last one.
  youngest=99999999
  [ "$oldest" -eq 0 ] || read -r _ _ _ _ youngest </proc/loadavg
  for file; do
    pid=\${file#/proc/}
    [ "$pid" -lt "$oldest" ] || [ "$pid" -gt "$youngest" ] || [ "$pid" = "$me" ] || [ "$pid" = "$$" ] ||
      files="$files $file/environ"
  done
  [ -n "$files" ] || return 0
  strangers=yes
  # shellcheck disable=SC2086
  for file in $(grep -lszE -e "$pattern" $files); do
    file=\${file#/proc/}
    found="$found \${file%/environ}"
  done
}

# A process has no environment for a moment while it starts a program, and one that ends may just
# have started another: two looks in a row must find nobody, unless there is nobody to ask.
sweep() {
  sort_out
  quiet=0 round=0
  while [ "$quiet" -lt 2 ] && [ "$round" -lt 80 ]; do
    round=$((round + 1)) quiet=$((quiet + 1))
    look_round
    if [ -n "$found" ]; then
      quiet=0
      # shellcheck disable=SC2086
      kill -KILL $found
      if [ "$round" -gt 10 ]; then pause 0.5; elif [ "$round" -gt 3 ]; then pause 0.02; fi
    elif [ -z "$strangers" ]; then
      return 0
    fi
  done
} 2>/dev/null
`;
