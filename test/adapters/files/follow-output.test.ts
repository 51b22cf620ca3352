import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followOutput } from '../../../src/adapters/files/follow-output.ts';
import type { AgentDecoder } from '../../../src/ports/agent.ts';

/** Tells each line as a fact. */
const lines: AgentDecoder = { feed: (line) => [{ kind: 'unknown', what: line }] };

describe('following output', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'follow-'));
    file = join(folder, 'output.log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const told = async (follower: ReturnType<typeof followOutput>) => {
    const facts: string[] = [];
    const bytes = await follower.poll((fact) =>
      facts.push(fact.kind === 'unknown' ? fact.what : '?'),
    );
    return [facts, bytes];
  };

  it('tells what came since the last look, line by line', async () => {
    const follower = followOutput(file, lines);
    expect(await told(follower)).toEqual([[], 0]);
    writeFileSync(file, 'one\ntw');
    expect(await told(follower)).toEqual([['one'], 6]);
    expect(await told(follower)).toEqual([[], 6]);
    appendFileSync(file, 'o\nthree\n');
    expect(await told(follower)).toEqual([['two', 'three'], 14]);
  });

  it('reads what is longer than one chunk, characters cut in two included', async () => {
    const long = 'ä'.repeat(200_000);
    writeFileSync(file, `x${long}\n${long}\nend\n`);
    expect(await told(followOutput(file, lines))).toEqual([[`x${long}`, long, 'end'], 800_007]);
  });

  it('lets others have their turn while it reads a long output', async () => {
    writeFileSync(file, 'line\n'.repeat(400_000));
    const order: string[] = [];
    const reading = followOutput(file, lines)
      .poll(() => undefined)
      .then(() => order.push('read'));
    setImmediate(() => order.push('other'));
    await reading;
    expect(order).toEqual(['other', 'read']);
  });
});
