/** The part of the supervisor's program that knows the time, and that its host has slept. */
export const CLOCK_SCRIPT: string = `clock() {
  now=$(date +%s%3N)
  # Not every date knows milliseconds.
  case $now in *[!0-9]*) now=$(date +%s)000 ;; esac
  count && counted=$up
}

# The host's own count of time, in ms: it goes on while the host sleeps.
count() {
  up=
  [ -n "$proc" ] && read -r up _ </proc/uptime
  case $up in *[!0-9.]* | *.*.* | .* | *. | '') return 1 ;; *.??) ;; *) return 1 ;; esac
  up=$((\${up%.*} * 1000 + (1\${up#*.} - 100) * 10))
} 2>/dev/null

# What the clock said last, and what has been counted since: a date of its own costs a process.
count_on() {
  if [ -n "$counted" ] && count; then now=$((now + up - counted)) counted=$up
  else clock
  fi
}

# Naps stand still while the host sleeps: who slept with it gets the time back, and keeps the lease.
give_back() {
  due=$((due + now - up_at))
  echo "$((due + kill_after + 60000))" >lease
} 2>/dev/null
`;
