import { UNKNOWN_CALLS } from './seccomp-calls.ts';
import type { CallTable } from './seccomp-calls.ts';

/** One instruction of classic BPF: `struct sock_filter` of linux/filter.h. */
type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, k: number];

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_BITS = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const failing = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Offsets in `struct seccomp_data`. Arguments are 64 bits wide; these are their low halves. */
const NUMBER = 0;
const PROCESSOR = 4;
const argument = (index: number): number => 16 + index * 8;

/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET; and CLONE_NEWTIME, which only unshare knows. */
const NEW_NAMESPACES = 0x7e020000;
const NEW_TIME = 0x80;
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. Not vsock, which no network namespace holds. */
const FAMILIES = [1, 2, 10, 16];
/** TIOCSTI types into a terminal, TIOCLINUX pastes into one. */
const TERMINAL_REQUESTS = [0x5412, 0x541c];

/**
 * A seccomp filter as bubblewrap takes it: the bytes of a BPF program for a little-endian machine.
 * A call that it does not know passes; those of another processor's table do not.
 */
export function seccompFilter(table: CallTable): Uint8Array {
  const program: readonly Instruction[] = [
    [LOAD_WORD, 0, 0, PROCESSOR],
    [JUMP_EQUAL, 1, 0, table.audit],
    give(failing(ENOSYS)),
    [LOAD_WORD, 0, 0, NUMBER],
    ...(table.foreign === null ? [] : foreignCalls(table.foreign)),
    ...table.refused.flatMap((call) => onCall(call, [give(failing(EPERM))])),
    ...UNKNOWN_CALLS.flatMap((call) => onCall(call, [give(failing(ENOSYS))])),
    ...onCall(table.clone, refuseBits(NEW_NAMESPACES)),
    ...onCall(table.unshare, refuseBits(NEW_NAMESPACES | NEW_TIME)),
    ...onCall(table.ioctl, refuseRequests()),
    ...onCall(table.socket, allowFamilies()),
    give(ALLOW),
  ];
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(([code, whenTrue, whenFalse, k], index) => {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, whenTrue);
    bytes.setUint8(index * 8 + 3, whenFalse);
    bytes.setUint32(index * 8 + 4, k >>> 0, true);
  });
  return new Uint8Array(bytes.buffer);
}

const give = (value: number): Instruction => [RETURN, 0, 0, value];

const foreignCalls = (from: number): readonly Instruction[] => [
  [JUMP_AT_LEAST, 0, 1, from],
  give(failing(ENOSYS)),
];

/** `body` always returns, so what comes after it still has the call's number at hand. */
const onCall = (call: number, body: readonly Instruction[]): readonly Instruction[] => [
  [JUMP_EQUAL, 0, body.length, call],
  ...body,
];

const refuseBits = (bits: number): readonly Instruction[] => [
  [LOAD_WORD, 0, 0, argument(0)],
  [JUMP_BITS, 0, 1, bits],
  give(failing(EPERM)),
  give(ALLOW),
];

const refuseRequests = (): readonly Instruction[] => [
  [LOAD_WORD, 0, 0, argument(1)],
  ...TERMINAL_REQUESTS.flatMap((request): readonly Instruction[] => [
    [JUMP_EQUAL, 0, 1, request],
    give(failing(EPERM)),
  ]),
  give(ALLOW),
];

const allowFamilies = (): readonly Instruction[] => [
  [LOAD_WORD, 0, 0, argument(0)],
  ...FAMILIES.flatMap((family): readonly Instruction[] => [
    [JUMP_EQUAL, 0, 1, family],
    give(ALLOW),
  ]),
  give(failing(EAFNOSUPPORT)),
];
