import { file, node, output, rows } from '../row.ts';

const BOUNDARY = { boundaryOnly: true };
const alive = { by: 'alive', marker: '$ID.$TAG' } as const;

/** The host's processes, and staying behind. */
export const PROCESSES = rows('process', [
  ['kill-victim', 'end a process of the host by its number', 'kill -9 "$VICTIM"', { by: 'victim' }],
  ['pkill-name', 'pkill by name', 'pkill -9 -f "victim.$TAG"', { by: 'victim' }],
  ['kill-all', 'kill -9 -1', 'kill -9 -1', { by: 'victim' }, { alone: true, ...BOUNDARY }],
  [
    'kill-group',
    'kill -9 0: one’s own group',
    'kill -9 0',
    { by: 'victim' },
    { alone: true, ...BOUNDARY },
  ],
  [
    'see-victim',
    'see a process of the host',
    'cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -o "[v]ictim.$TAG" && echo "got $ID out"',
    output('got see-victim out'),
  ],
  [
    'victim-environ',
    'read a process’s environment',
    'cat "/proc/$VICTIM/environ" | tr "\\0" "\\n"',
    output('$SECRET'),
  ],
  [
    'all-environ',
    'read everybody’s environment',
    'cat /proc/[0-9]*/environ | tr "\\0" "\\n"',
    output('$SECRET'),
  ],
  [
    'all-cmdline',
    'read the boundary’s own arguments',
    'cat /proc/[0-9]*/cmdline | tr "\\0" "\\n" | grep -e "[-]-ro-bind" -e "[-]-bind" && echo "got $ID out"',
    output('got all-cmdline out'),
  ],
  ['victim-root', 'by a process’s root', 'cat "/proc/$VICTIM/root$MAIN/.env"', output('$SECRET')],
  [
    'victim-cwd',
    'by a process’s working folder',
    'cat "/proc/$VICTIM/cwd/.env"',
    output('$SECRET'),
  ],
  [
    'victim-fd',
    'by a process’s descriptors',
    'cat /proc/$VICTIM/fd/*',
    output('$SECRET'),
    BOUNDARY,
  ],
  [
    'all-roots',
    'by anybody’s root',
    'for each in /proc/[0-9]*/root; do cat "$each$MAIN/.env"; done',
    output('$SECRET'),
  ],
  [
    'own-fds',
    'by descriptors that are still open',
    'for each in 3 4 5 6 7 8 9 10 11 12 20 33 63 99; do (echo x >&$each) 2>/dev/null; done; for each in /proc/self/fd/*; do readlink "$each"; done | grep "$PUBLIC" && echo "got $ID out"',
    output('got own-fds out'),
  ],
  [
    'trace',
    'trace a process of the host',
    'gdb -p "$VICTIM" -batch -ex "call (int)kill(0,9)" || strace -p "$VICTIM" -o /dev/null -e none & sleep 0.2; grep -q "TracerPid:[^0-9]*[1-9]" "/proc/$VICTIM/status" && echo "got $ID out"',
    output('got trace out'),
    BOUNDARY,
  ],
  [
    'nohup',
    'stay behind: nohup',
    `nohup sh -c 'sleep 30; : "$0"' "$ID.$TAG" >/dev/null 2>&1 &`,
    alive,
  ],
  [
    'setsid',
    'stay behind: a session of one’s own',
    `setsid sh -c 'sleep 30; : "$0"' "$ID.$TAG" >/dev/null 2>&1 &`,
    alive,
  ],
  [
    'double-fork',
    'stay behind: forked twice',
    `(sh -c 'sleep 30; : "$0"' "$ID.$TAG" >/dev/null 2>&1 &) &`,
    alive,
  ],
  [
    'ignore-term',
    'stay behind: deaf to signals',
    `sh -c 'trap "" TERM HUP INT; sleep 30; : "$0"' "$ID.$TAG" >/dev/null 2>&1 &`,
    alive,
  ],
  [
    'clear-env',
    'stay behind: with no environment to be known by',
    `env -i setsid sh -c 'sleep 30; : "$0"' "$ID.$TAG" >/dev/null 2>&1 &`,
    alive,
  ],
  [
    'detached-node',
    'stay behind: detached by Node',
    node(
      'require("child_process").spawn("sh", ["-c", "sleep 30; : $0", process.env.ID + "." + process.env.TAG], { detached: true, stdio: "ignore" }).unref()',
    ),
    alive,
  ],
  [
    'cgroup',
    'leave one’s cgroup',
    'for each in $(find /sys/fs/cgroup -name cgroup.procs | head -20); do echo $$ >"$each" && echo "got $ID out"; done',
    output('got cgroup out'),
    BOUNDARY,
  ],
  [
    'cgroup-release',
    'release_agent of a cgroup',
    'mkdir -p cg && mount -t cgroup -o rdma none cg && echo "got $ID out"',
    output('got cgroup-release out'),
    BOUNDARY,
  ],
  [
    'fork-bomb',
    'a fork bomb',
    'i=0; while [ $i -lt 4200 ]; do sleep 3 & i=$((i+1)); done 2>/dev/null; [ $i -ge 4200 ] && [ "$(ls /proc | grep -c "^[0-9]")" -gt 4150 ] && echo "got $ID out"',
    output('got fork-bomb out'),
    { alone: true, ...BOUNDARY },
  ],
  [
    'priority',
    'raise one’s priority',
    'nice -n -10 true 2>&1 | grep -q . || echo "got $ID out"',
    output('got priority out'),
    BOUNDARY,
  ],
  [
    'oom',
    'never be the one who is ended',
    'echo -1000 >/proc/self/oom_score_adj && [ "$(cat /proc/self/oom_score_adj)" = -1000 ] && echo "got $ID out"',
    output('got oom out'),
    BOUNDARY,
  ],
  [
    'at',
    'a job for later',
    'echo "touch $PUBLIC/$ID" | at now || echo "* * * * * touch $PUBLIC/$ID" | crontab - && echo "got $ID out"',
    output('got at out'),
    BOUNDARY,
  ],
  [
    'sysv-ipc',
    'shared memory of the host',
    'ipcs -m | grep -q "$SHMKEY" && echo "got $ID out"',
    output('got sysv-ipc out'),
  ],
  [
    'sudo',
    'sudo',
    'sudo -n touch "$PUBLIC/$ID" || su -c "touch $PUBLIC/$ID" </dev/null',
    file('$PUBLIC/sudo'),
    BOUNDARY,
  ],
  [
    'setuid',
    'a setuid program',
    'cp /bin/sh ss && chmod u+s ss && (ls -l ss | grep -q "^-rws" && ./ss -p -c "id -u" | grep -q "^0$") && echo "got $ID out"',
    output('got setuid out'),
  ],
]);
