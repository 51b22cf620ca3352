/** A question to the name server: the first of a packet, which is all that anybody sends. */
export interface Question {
  readonly name: string;
  /** 1: A, 28: AAAA. */
  readonly type: number;
  /** Where it ends in the packet. */
  readonly end: number;
}

export const TYPE_A = 1;
const HEADER_BYTES = 12;
const TTL_SECONDS = 300;
const NAME_POINTER = 0xc00c;

/** Reads a packet; null: it is no question that can be answered. Never throws. */
export function readQuestion(packet: Buffer): Question | null {
  if (packet.length < HEADER_BYTES + 5 || packet.readUInt16BE(4) < 1) return null;
  if ((packet.readUInt8(2) & 0x80) !== 0) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = packet[at];
    if (length === undefined || length > 63) return null;
    at += 1;
    if (length === 0) break;
    labels.push(packet.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > packet.length || at > HEADER_BYTES + 255) return null;
  return { name: labels.join('.'), type: packet.readUInt16BE(at), end: at + 4 };
}

/**
 * The answer: `address` for a name that has one (and only to the question for A: of everything else such a name
 * has nothing), "there is no such name" for null.
 */
export function answer(packet: Buffer, { type, end }: Question, address: string | null): Buffer {
  const head = Buffer.from(packet.subarray(0, end));
  const records = address !== null && type === TYPE_A ? [record(address)] : [];
  // A response with recursion, as it was desired; 3: no such name.
  head.writeUInt16BE(0x8180 | (packet.readUInt16BE(2) & 0x0100) | (address === null ? 3 : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(NAME_POINTER, 0);
  bytes.writeUInt16BE(TYPE_A, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(TTL_SECONDS, 6);
  bytes.writeUInt16BE(4, 10);
  address.split('.').forEach((part, index) => bytes.writeUInt8(Number(part), 12 + index));
  return bytes;
}
