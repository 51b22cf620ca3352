import { describe, expect, it } from 'vitest';
import { callTable } from '../../../src/adapters/boundary/seccomp-calls.ts';
import { seccompFilter } from '../../../src/adapters/boundary/seccomp.ts';

const ALLOW = 'allow';

/** A machine for the few instructions that the filter is made of: what becomes of one call. */
function judge(
  program: Uint8Array,
  call: { audit: number; number: number; args?: readonly number[] },
): string {
  const view = new DataView(program.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.number, true);
  data.setUint32(4, call.audit, true);
  (call.args ?? []).forEach((arg, index) => data.setUint32(16 + index * 8, arg >>> 0, true));
  let held = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const code = view.getUint16(at * 8, true);
    const k = view.getUint32(at * 8 + 4, true);
    const jump = (when: boolean): number => view.getUint8(at * 8 + (when ? 2 : 3));
    if (code === 0x20) held = data.getUint32(k, true);
    else if (code === 0x15) at += jump(held === k);
    else if (code === 0x35) at += jump(held >= k);
    else if (code === 0x45) at += jump((held & k) !== 0);
    else return k === 0x7fff0000 ? ALLOW : `errno ${k & 0xffff}`;
  }
  return 'ran off';
}

describe.each(['x64', 'arm64'])('seccomp filter for %s', (arch) => {
  const table = callTable(arch);
  if (table === null) throw new Error('no table');
  const program = seccompFilter(table);
  const on = (number: number, ...args: number[]): string =>
    judge(program, { audit: table.audit, number, args });

  it('lets ordinary calls pass', () => {
    const special = new Set([table.clone, table.unshare, table.socket, table.ioctl]);
    for (let number = 0; number < 470; number += 1) {
      if (table.refused.includes(number) || special.has(number)) continue;
      if ([425, 426, 427, 435].includes(number)) expect(on(number)).toBe('errno 38');
      else expect(on(number)).toBe(ALLOW);
    }
  });

  it('refuses what is listed', () => {
    for (const number of table.refused) expect(on(number)).toBe('errno 1');
  });

  it('refuses namespaces, and makes processes and threads', () => {
    expect(on(table.clone, 0x11)).toBe(ALLOW);
    expect(on(table.clone, 0x3d0f00)).toBe(ALLOW);
    expect(on(table.clone, 0x10000011)).toBe('errno 1');
    for (const bit of [
      0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x80,
    ]) {
      expect(on(table.unshare, bit)).toBe('errno 1');
    }
  });

  it('allows four families of sockets, and no typing into terminals', () => {
    expect([1, 2, 10, 16, 17, 38, 40].map((family) => on(table.socket, family))).toEqual([
      ALLOW,
      ALLOW,
      ALLOW,
      ALLOW,
      'errno 97',
      'errno 97',
      'errno 97',
    ]);
    expect(on(table.ioctl, 0, 0x5412)).toBe('errno 1');
    expect(on(table.ioctl, 0, 0x5401)).toBe(ALLOW);
  });

  it('knows no calls of another table', () => {
    expect(judge(program, { audit: 0x40000003, number: 1 })).toBe('errno 38');
    if (arch === 'x64') expect(on(0x40000000 + 165)).toBe('errno 38');
  });
});
