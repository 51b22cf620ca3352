/** A processor as seccomp knows it, and the numbers of its system calls. */
export interface CallTable {
  /** `AUDIT_ARCH_…` of linux/audit.h. */
  readonly audit: number;
  /** From here on numbers are those of another table (x32); null: there is no other. */
  readonly foreign: number | null;
  readonly clone: number;
  readonly unshare: number;
  readonly socket: number;
  readonly ioctl: number;
  /** Nothing that an agent's work needs: kernel settings, mounts, namespaces, keys, other people's memory. */
  readonly refused: readonly number[];
}

/** New calls have one number on every processor. */
const CLONE3 = 435;
const IO_URING = [425, 426, 427];
/** open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, quotactl_fd, open_tree_attr. */
const COMMON = [428, 429, 430, 431, 432, 433, 442, 443, 467];

/** These answer "there is no such call", so that libraries take the older one, whose flags can be seen. */
export const UNKNOWN_CALLS: readonly number[] = [CLONE3, ...IO_URING];

const X86_64: CallTable = {
  audit: 0xc000003e,
  foreign: 0x40000000,
  clone: 56,
  unshare: 272,
  socket: 41,
  ioctl: 16,
  refused: [
    // mount, umount2, pivot_root, chroot, setns
    165,
    166,
    155,
    161,
    308,
    // add_key, request_key, keyctl
    248,
    249,
    250,
    // bpf, perf_event_open, userfaultfd, kexec_load, kexec_file_load
    321,
    298,
    323,
    246,
    320,
    // init_module, finit_module, delete_module, swapon, swapoff, reboot, acct, quotactl, syslog
    175,
    313,
    176,
    167,
    168,
    169,
    163,
    179,
    103,
    // settimeofday, clock_settime, open_by_handle_at, fanotify_init, lookup_dcookie, iopl, ioperm
    164,
    227,
    304,
    300,
    212,
    172,
    173,
    ...COMMON,
  ],
};

const AARCH64: CallTable = {
  audit: 0xc00000b7,
  foreign: null,
  clone: 220,
  unshare: 97,
  socket: 198,
  ioctl: 29,
  refused: [
    40,
    39,
    41,
    51,
    268,
    217,
    218,
    219,
    280,
    241,
    282,
    104,
    294,
    105,
    273,
    106,
    224,
    225,
    142,
    89,
    60,
    116,
    170,
    112,
    265,
    262,
    18,
    ...COMMON,
  ],
};

/** The table of a processor by Node's name for it; null where fanin has none. */
export function callTable(arch: string): CallTable | null {
  if (arch === 'x64') return X86_64;
  return arch === 'arm64' ? AARCH64 : null;
}
