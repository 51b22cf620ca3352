import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Addresses that no name may lead to: the host itself, its link, and what clouds answer their machines' own
 * questions with. Who wants one of them lists the address itself.
 */
export function offLimits(): (address: string) => boolean {
  const list = new BlockList();
  for (const [net, prefix] of V4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of V6) list.addSubnet(net, prefix, 'ipv6');
  for (const each of Object.values(networkInterfaces()).flat()) {
    if (each !== undefined) list.addAddress(each.address, each.family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    const inner = mappedV4(address);
    if (inner !== null) return list.check(inner, 'ipv4');
    const family = isIP(address);
    return family === 0 || list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** This network, loopback, link-local, multicast and above; metadata of Alibaba, Azure and Oracle. */
const V4 = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const;

/** Unspecified and loopback, link-local, multicast, metadata of AWS; 6to4, which hides an IPv4 address. */
const V6 = [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['2002::', 16],
] as const;

/** The IPv4 address that an IPv6 one stands for (mapped, or translated by NAT64); null: none. */
function mappedV4(address: string): string | null {
  const match =
    /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/iu.exec(
      address,
    );
  if (match === null) return null;
  const [, dotted, high = '', low = ''] = match;
  if (dotted !== undefined) return dotted;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.flatMap((each) => [each >> 8, each & 0xff]).join('.');
}
