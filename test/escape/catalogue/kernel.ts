import { output, rows } from '../row.ts';
import type { Out } from '../row.ts';

const BOUNDARY = { boundaryOnly: true };
const got = (id: string): Out => output(`got ${id} out`);
/** A perl line that makes one system call and says so when it was let. */
const call = (number: string, rest = ''): string =>
  `perl -e '$! = 0; my $r = syscall(${number}${rest}); print "got $ENV{ID} out" if $r != -1 || ($! != 1 && $! != 38)'`;

/** The kernel’s own doors. */
export const KERNEL = rows('kernel', [
  [
    'core-pattern',
    'what the kernel runs at a crash',
    'echo "|/bin/true" >/proc/sys/kernel/core_pattern && echo "got $ID out"',
    got('core-pattern'),
    BOUNDARY,
  ],
  [
    'modprobe',
    'what the kernel runs for modules',
    'echo /bin/true >/proc/sys/kernel/modprobe && echo "got $ID out"',
    got('modprobe'),
    BOUNDARY,
  ],
  [
    'sysctl',
    'a setting of the kernel',
    'for each in vm/drop_caches kernel/hostname net/ipv4/ip_forward; do (echo 1 >/proc/sys/$each) && echo "got $ID out"; done',
    got('sysctl'),
    BOUNDARY,
  ],
  ['sysrq', 'sysrq', 'echo h >/proc/sysrq-trigger && echo "got $ID out"', got('sysrq'), BOUNDARY],
  [
    'remount',
    'mount a share again, for writing',
    'mount -o remount,rw,bind "$MAIN/.git/objects" && echo "got $ID out"',
    got('remount'),
    BOUNDARY,
  ],
  [
    'remount-proc',
    'mount /proc/sys again, for writing',
    'mount -o remount,rw,bind /proc/sys && echo "got $ID out"',
    got('remount-proc'),
    BOUNDARY,
  ],
  [
    'umount',
    'take a mount away',
    'umount -l /etc || umount -l /proc/sys || umount -l "$MAIN/.git/objects" || exit; echo "got $ID out"',
    got('umount'),
    BOUNDARY,
  ],
  [
    'new-proc',
    'mount /proc anew',
    'mkdir -p p && mount -t proc proc p && echo "got $ID out"',
    got('new-proc'),
    BOUNDARY,
  ],
  [
    'mount-disk',
    'mount the disk',
    'for each in $(awk "NR>2{print \\$4}" /proc/partitions); do mount "/dev/$each" /mnt && echo "got $ID out"; done',
    got('mount-disk'),
    BOUNDARY,
  ],
  [
    'mknod',
    'make a device',
    'maj=$(awk "NR==3{print \\$1}" /proc/partitions) min=$(awk "NR==3{print \\$2}" /proc/partitions); mknod dev b "$maj" "$min" && head -c 1 dev && echo "got $ID out"',
    got('mknod'),
    BOUNDARY,
  ],
  [
    'dev-mem',
    'memory devices',
    'for each in /dev/mem /dev/kmem /dev/port /proc/kcore /dev/kmsg; do head -c 1 "$each" 2>/dev/null | grep -q . && echo "got $ID out"; done',
    got('dev-mem'),
    BOUNDARY,
  ],
  [
    'userns',
    'root in a namespace of one’s own',
    'unshare --user --map-root-user true && echo "got $ID out"',
    got('userns'),
  ],
  [
    'userns-mount',
    'mounts in a namespace of one’s own',
    'unshare -Urm mount -t tmpfs t /mnt && echo "got $ID out"',
    got('userns-mount'),
  ],
  [
    'userns-clone',
    'a namespace by clone',
    call('56', ', 0x10000011, 0, 0, 0, 0'),
    got('userns-clone'),
    BOUNDARY,
  ],
  ['clone3', 'a namespace by clone3', call('435', ', 0, 0'), got('clone3')],
  [
    'bwrap',
    'bubblewrap once more',
    'bwrap --dev-bind / / true && echo "got $ID out"',
    got('bwrap'),
  ],
  [
    'nsenter',
    'the host’s namespaces',
    'nsenter -t 1 -m -p true && echo "got $ID out"; nsenter --net=/proc/1/ns/net true && echo "got $ID out"',
    got('nsenter'),
    BOUNDARY,
  ],
  ['chroot', 'chroot and out', 'chroot . true && echo "got $ID out"', got('chroot'), BOUNDARY],
  [
    'capabilities',
    'capabilities',
    'grep -E "Cap(Eff|Prm|Bnd|Amb)" /proc/self/status | grep -v "0000000000000000" && echo "got $ID out"',
    got('capabilities'),
  ],
  [
    'new-privileges',
    'new privileges',
    'grep -q "NoNewPrivs:[^0-9]*1" /proc/self/status || echo "got $ID out"',
    got('new-privileges'),
  ],
  [
    'uid',
    'root to the kernel',
    'touch owned-by && [ "$(stat -c %u owned-by)" = 0 ] && echo "got $ID out"',
    got('uid'),
  ],
  [
    'setresuid',
    'become root',
    'perl -e \'$< = $> = 0; print "got $ENV{ID} out" if $> == 0\'',
    got('setresuid'),
  ],
  ['keyctl', 'keyrings', call('250', ', 0, -3, 1'), got('keyctl')],
  ['bpf', 'bpf', call('321', ', 0, 0, 0'), got('bpf'), BOUNDARY],
  ['perf', 'perf events', call('298', ', 0, 0, -1, -1, 0'), got('perf'), BOUNDARY],
  ['userfaultfd', 'userfaultfd', call('323', ', 0'), got('userfaultfd'), BOUNDARY],
  ['io-uring', 'io_uring', call('425', ', 1, 0'), got('io-uring')],
  [
    'open-by-handle',
    'files by their handles',
    call('304', ', -100, 0, 0'),
    got('open-by-handle'),
    BOUNDARY,
  ],
  [
    'new-mount-api',
    'the new mount calls',
    `${call('428', ', -100, 0, 0')}; ${call('430', ', 0, 0')}`,
    got('new-mount-api'),
    BOUNDARY,
  ],
  ['kexec', 'another kernel', call('246', ', 0, 0, 0, 0'), got('kexec'), BOUNDARY],
  ['i386', 'calls of another processor’s table', call('1073741990'), got('i386'), BOUNDARY],
  [
    'tiocsti',
    'type into a terminal',
    'script -qec "perl -e \'ioctl(STDIN, 0x5412, \\"x\\") and print \\"got $ID out\\"\'" /dev/null',
    got('tiocsti'),
  ],
  [
    'ptrace-first',
    'trace a first process that may do more',
    'strace -p 1 -o /dev/null & sleep 0.1; grep -q "TracerPid:[^0-9]*[1-9]" /proc/1/status && grep -q "Seccomp:[^0-9]*0" /proc/1/status && echo "got $ID out"',
    got('ptrace-first'),
    BOUNDARY,
  ],
  [
    'first-mem',
    'the first process’s memory',
    '(exec 3<>/proc/1/mem) 2>/dev/null && [ "$(readlink /proc/1/ns/pid)" != "$(readlink /proc/self/ns/pid)" ] && echo "got $ID out"',
    got('first-mem'),
    BOUNDARY,
  ],
]);
