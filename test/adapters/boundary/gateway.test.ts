import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowlist } from '../../../src/adapters/boundary/gateway/allowlist.ts';
import { answer, readQuestion } from '../../../src/adapters/boundary/gateway/dns.ts';
import { offLimits } from '../../../src/adapters/boundary/gateway/off-limits.ts';

const question = (name: string, type = 1): Buffer => {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  const head = Buffer.from([0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, type, 0, 1])]);
};

describe('names', () => {
  it('reads a question and answers it with an address', () => {
    const packet = question('api.example.com');
    const read = readQuestion(packet);
    expect(read).toMatchObject({ name: 'api.example.com', type: 1 });
    if (read === null) return;
    const said = answer(packet, read, '198.18.0.9');
    expect([said.readUInt16BE(0), said.readUInt16BE(2), said.readUInt16BE(6)]).toEqual([
      0xabcd,
      0x8180 | 0x0100,
      1,
    ]);
    expect([...said.subarray(-4)]).toEqual([198, 18, 0, 9]);
    // No such name; and nothing but A for a name that there is.
    expect(answer(packet, read, null).readUInt16BE(2) & 0xf).toBe(3);
    expect(
      answer(question('a.b', 28), { ...read, type: 28, end: 21 }, '198.18.0.9').readUInt16BE(6),
    ).toBe(0);
  });

  it('takes any bytes without falling', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const packet = Buffer.from(bytes);
        const read = readQuestion(packet);
        if (read !== null) answer(packet, read, '198.18.0.2');
        return true;
      }),
    );
  });
});

describe('allowlist', () => {
  const list = allowlist([
    { host: 'API.example.com', port: null },
    { host: '*.cdn.test', port: 8443 },
    { host: '127.0.0.1', port: 4000 },
    { host: '10.1.2.3', port: 5000 },
  ]);

  it('knows each listed name under an address of its own', () => {
    const address = list.addressOf('api.example.com.') ?? '';
    expect(address).toMatch(/^198\.18\./u);
    expect(list.nameOf(address)).toBe('api.example.com');
    expect(list.addressOf('example.com')).toBeNull();
    expect(list.addressOf('cdn.test')).toBeNull();
    expect(list.addressOf('a.cdn.test')).not.toBe(address);
    expect(list.addressOf('evilcdn.test')).toBeNull();
  });

  it('allows its ports alone', () => {
    expect([443, 80, 22, 8443].map((port) => list.allows('api.example.com', port))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([443, 8443].map((port) => list.allows('a.cdn.test', port))).toEqual([false, true]);
    expect(list.allows('127.0.0.1', 4001)).toBe(false);
  });

  it('listens where somebody may be wanted, on every address where raw ones are to be heard', () => {
    expect(list.sockets).toEqual([
      ['0.0.0.0', 443],
      ['0.0.0.0', 80],
      ['0.0.0.0', 8443],
      ['127.0.0.1', 4000],
      ['10.1.2.3', 5000],
    ]);
  });
});

describe('off limits', () => {
  const isOff = offLimits();
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '::1',
    '::',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    'fd00:ec2::254',
    '2002:7f00:1::',
    'no address',
  ])('%s', (address) => expect(isOff(address)).toBe(true));

  it.each(['1.1.1.1', '10.0.0.1', '192.168.1.1', '2606:4700::1111', '64:ff9b::101:101'])(
    'not %s',
    (address) => expect(isOff(address)).toBe(false),
  );
});
