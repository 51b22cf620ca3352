import { CLOCK_SCRIPT } from './clock-script.ts';
import { GROUP_SCRIPT } from './group-script.ts';
import { SWEEP_SCRIPT } from './sweep-script.ts';

/**
 * The supervisor's program, for any POSIX shell. Two processes of it outlive the engine: the first
 * starts the agent as a foreground command, since a shell takes SIGINT and SIGQUIT from what it
 * starts in the background; the second one, whose pid is the supervisor's, answers signals, keeps
 * the deadline and writes the records. Its working folder is the attempt's.
 *
 * Arguments: launcher (see `run_agent`), workspace, pattern of the tag's entry in an environment,
 * time now (epoch ms), deadline (epoch ms), killAfter (ms), input (`none`, `text`, `open`), the turn of the pids (see
 * `sort_out`) or nothing, number of variables that a shell can hold, number of others, from how many ms
 * on a nap that was too long was a sleep of the host, name of the host; then the agent's command line. The agent's environment comes as `_fanin_<n>` and `_fanin_x<n>`, one
 * `NAME=value` each: nothing in it can disturb the shell or its tools.
 */
export const SUPERVISOR_SCRIPT: string = `set -fu
launcher=$1 workspace=$2 pattern=$3 now=$4 deadline=$5 kill_after=$6 input=$7 turn=$8 entries=$9
shift 9
others=$1 asleep=$2 place=$3
shift 3
proc=
[ -r /proc/self/stat ] && proc=yes

# Pid, state and start of a process; 'self' is the shell process that asks.
look_at() {
  pid=0 state=- start=0
  if [ -n "$proc" ]; then
    read -r line <"/proc/$1/stat" || return 1
    pid=\${line%% *}
    # The command may hold spaces and brackets; nothing after it does.
    # shellcheck disable=SC2086
    set -- \${line##*) }
    state=$1 start=\${20}
  else
    pid=$1
    # shellcheck disable=SC2016
    [ "$pid" = self ] && pid=$(exec sh -c 'echo "$PPID"')
    start=$(ps -o lstart= -p "$pid")
  fi
} 2>/dev/null

${CLOCK_SCRIPT}
pause() { sleep "$1" 2>/dev/null || sleep 1; }

${SWEEP_SCRIPT}
${GROUP_SCRIPT}
# The one who makes the file is the only one ever to start the agent. Empty, it is a claim as well.
claim() {
  set -C
  printf '' >claim.json || return 1
  set +C
  boot=
  if [ -n "$proc" ]; then read -r boot </proc/sys/kernel/random/boot_id
  else boot=$(sysctl -n kern.boottime)
  fi
  printf '{"pid":%s,"startTime":"%s","bootId":"%s","place":"%s","leaseUntil":%s}\\n' \
    "$me" "$start" "$boot" "$place" "$((deadline + kill_after + 60000))" >>claim.json && return 0
  rm -f claim.json
  return 1
} 2>/dev/null

# The exit record: code or null, failure or nothing. It is the only witness, so it goes to the disk
# and not to a cache, and a full disk is waited for, some ten minutes; then the attempt is lost.
record() {
  code=$1 failure=null signal=null stopped=null tries=0
  case $code in
    129) signal=SIGHUP ;; 130) signal=SIGINT ;; 131) signal=SIGQUIT ;; 134) signal=SIGABRT ;;
    137) signal=SIGKILL ;; 139) signal=SIGSEGV ;; 141) signal=SIGPIPE ;; 143) signal=SIGTERM ;;
  esac
  [ "$signal" = null ] || code=null signal="\\"$signal\\""
  [ -z "$asked" ] || stopped="\\"$why\\""
  [ -z "$2" ] || failure="\\"$2\\""
  count_on
  until
    printf '{"code":%s,"signal":%s,"stopped":%s,"lost":%s,"at":%s,"failure":%s}\\n' \
      "$code" "$signal" "$stopped" "$lost" "$now" "$failure" >exit.json
  do
    tries=$((tries + 1))
    [ "$tries" -lt 130 ] || break
    if [ "$tries" -lt 10 ]; then pause 0.3; else sleep 5; fi
  done 2>/dev/null
  # A watcher looks at this file alone: the folder changes with every line of output. It need not
  # wait for the disk: what it writes down of this goes there by itself.
  [ ! -s process.json ] || echo >>process.json
  sync exit.json 2>/dev/null || sync
  exit 0
}

# A request left by an engine: the first one stands, whatever order signals come in.
wanted() {
  read -r wish <stop || return 0
  case $wish in person | deadline | disk | run-stopped | conflict) why=\${why:-$wish} ;; esac
} 2>/dev/null

wake() {
  wanted
  why=\${why:-$1}
  # A nap that has ended is not waited for: nothing that comes between two looks is overslept. Not
  # politely: a shell's child that is just being made still has its handlers, and would go on.
  [ -z "$nap" ] || kill -KILL "$nap"
} 2>/dev/null

# At most half a minute: timers stop while a host sleeps, the wall clock does not.
take_nap() {
  left=$((due - now))
  [ "$left" -lt 30000 ] || left=30000
  [ "$left" -gt 20 ] || left=20
  up_at=$((now + left))
  if [ -n "$whole" ]; then left=$(((left + 999) / 1000))
  else
    rest=$((left % 1000 + 1000))
    left=$((left / 1000)).\${rest#1}
  fi
  sleep "$left" 5>&- &
  nap=$!
}

know_agent() {
  [ -z "$agent" ] || return 0
  read -r line <process.json || return 1
  line=\${line#*'"pid":'}
  agent=\${line%%,*}
} 2>/dev/null

signal_agent() {
  # Alone, until it has a session of its own.
  kill "-$1" "-$agent" || kill "-$1" "$agent"
} 2>/dev/null

# Asks politely, and kills those who are still there later.
act() {
  [ "$now" -lt "$due" ] || why=\${why:-deadline}
  acted=$why
  [ -n "$why" ] || return 0
  if ! know_agent; then due=$((now + 50))
  elif [ -z "$asked" ]; then
    asked=$now due=$((now + kill_after))
    signal_agent TERM
  elif [ "$now" -ge "$due" ]; then
    killed=yes due=$((now + 86400000))
    signal_agent KILL
  fi
}

attend() {
  while :; do
    # As early as can be: the deadline holds even where somebody deletes the folder.
    know_agent
    act
    take_nap
    ended && return 0
    slept=130
    [ "$why" != "$acted" ] || { wait "$nap"; slept=$?; }
    [ "$slept" -eq 0 ] || kill -KILL "$nap" 2>/dev/null
    # Not every sleep knows fractions.
    [ "$slept" -eq 0 ] || [ "$slept" -gt 128 ] || whole=yes
    nap=
    ended && return 0
    look_at "$$"
    if [ "$state" = Z ] || [ "$start" != "$parent" ]; then
      # Nobody else can see how the agent ends.
      ended || lost=true
      return 0
    fi
    clock
    # Naps stand still while the host sleeps: whoever slept with it gets the time back.
    [ $((now - up_at)) -lt "$asleep" ] || give_back
    # An engine on another host can send no signal.
    [ -n "$why" ] || [ ! -e stop ] || wanted
  done
}

# Sets code: the first process puts it where the exit record will be, in which it is no record.
ended() {
  read -r code <exit.json
} 2>/dev/null

# The agent is gone. Those whom it left behind have their polite time too if they were asked.
finish() {
  trap '' TERM USR1 USR2 CONT
  # Waited for, or it would be one more process for the sweep to ask about.
  [ -z "$nap" ] || { kill -KILL "$nap"; wait "$nap"; } 2>/dev/null
  looks=0
  while [ -n "$asked" ] && [ -z "$killed" ] && kill -0 "-$agent" 2>/dev/null; do
    clock
    [ "$now" -lt "$due" ] || break
    looks=$((looks + 1))
    if [ "$looks" -lt 10 ]; then pause 0.03; else pause 0.2; fi
  done
  failure=no-record
  if know_agent; then
    failure=''
    kill -KILL "-$agent" 2>/dev/null
  fi
  end_group
  sweep
  [ "$lost" = false ] || record null "$failure"
  # What another host has written that had lost contact stands.
  case $code in *[!0-9]*) exit 0 ;; esac
  record "$code" "$failure"
}

# The writer waits until the agent has its input open, and then for as long as it does not read.
feed() {
  if [ -s stdin.txt ]; then (cat stdin.txt; printf '' >input.ready) >input 2>/dev/null 5>&- &
  else printf '' >input.ready
  fi
}

supervise() {
  umask 077
  agent='' group='' why='' acted='' asked='' killed='' nap='' whole='' counted='' lost=false due=$deadline
  count && counted=$up
  trap 'wake person' TERM
  trap 'wake ""' USR1 USR2 CONT
  look_at "$$"
  parent=$start
  look_at self
  me=$pid mine=$start
  claim || exit 0
  [ -d "$workspace" ] || record 127 no-folder
  if [ "$input" = open ]; then
    mkfifo input || record 126 no-input
    # To the agent's input there is one writer that stays, and no reader but the agent.
    exec 3<>input 5>input 3>&-
  fi
  know_group
  echo "$me $mine"
  # The first process has read to the end now: it starts the agent.
  exec >&2
  [ "$input" != open ] || feed
  i=0
  while [ "$i" -lt "$entries" ]; do unset "_fanin_$i"; i=$((i + 1)); done
  attend
  finish
}

# The launcher makes the session: setsid(1), or perl where there is none.
run_agent() (
  exec >>output.log 2>>errors.log
  case $input in
    open) exec <input ;;
    text) exec <stdin.txt ;;
    *) exec </dev/null ;;
  esac
  look_at self
  # One write: a reader sees all of it or nothing.
  printf '{"supervisorPid":%s,"pid":%s,"startTime":"%s","startedAt":%s}\\n' \\
    "$supervisor" "$pid" "$start" "$now" >process.json || exit 126
  join_group
  cd "$workspace" || exit 126
  _fanin_launcher=$launcher _fanin_entries=$entries _fanin_others=$others _fanin_i=0
  [ "$_fanin_others" -eq 0 ] || set -- /usr/bin/env "$@"
  while [ "$_fanin_i" -lt "$_fanin_others" ]; do
    shift
    eval "set -- /usr/bin/env \\"\\$_fanin_x$_fanin_i\\" \\"\\$@\\"; unset _fanin_x$_fanin_i"
    _fanin_i=$((_fanin_i + 1))
  done
  unset PATH LC_ALL FANIN_TAG PWD OLDPWD SHLVL
  _fanin_i=0
  while [ "$_fanin_i" -lt "$_fanin_entries" ]; do
    eval "export \\"\\$_fanin_$_fanin_i\\"; unset _fanin_$_fanin_i"
    _fanin_i=$((_fanin_i + 1))
  done
  case $_fanin_launcher in
    */perl)
      # shellcheck disable=SC2016
      exec "$_fanin_launcher" -e 'use POSIX (); POSIX::setsid(); exec { $ARGV[0] } @ARGV; exit 127' -- "$@"
      ;;
    *) exec "$_fanin_launcher" "$@" ;;
  esac
)

# Only the second process is to be signalled; a stray signal must not end this one.
trap : HUP INT QUIT TERM USR1 USR2
told=$(supervise &)
[ -n "$told" ] || exit 0
supervisor=\${told%% *} mine=\${told#* }
run_agent "$@"
code=$? tries=0
umask 077
# A record that is there already is another host's, and stands.
told=
{ read -r told <exit.json; } 2>/dev/null
case $told in '{'*) tries=1000 ;; esac
until [ "$tries" -gt 600 ] || echo "$code" >exit.json; do tries=$((tries + 1)); sleep 1; done 2>/dev/null
look_at "$supervisor"
[ "$start" != "$mine" ] || kill -USR2 "$supervisor"
`;
