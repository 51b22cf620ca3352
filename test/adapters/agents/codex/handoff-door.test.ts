import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDoor, openDoor } from '../../../../src/adapters/agents/codex/handoff-door.ts';
import type { HandoffDoor } from '../../../../src/adapters/agents/codex/driver-config.ts';

describe('the door of the hand-off', () => {
  let folder: string;
  let door: HandoffDoor;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fanin-door-'));
    door = { file: join(folder, 'work.handoff.json'), folder: join(folder, 'attempt', 'handoff') };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('leads what is written at the place of the hand-off into the folder, and puts it there at the end', () => {
    openDoor(door);
    writeFileSync(door.file, '{"claims":[]}');
    expect(existsSync(join(door.folder, 'handoff.json'))).toBe(true);
    closeDoor(door);
    expect(lstatSync(door.file).isFile()).toBe(true);
    expect(readFileSync(door.file, 'utf8')).toBe('{"claims":[]}');
  });

  it('leaves nothing where nothing was written', () => {
    openDoor(door);
    closeDoor(door);
    expect(() => lstatSync(door.file)).toThrow('ENOENT');
  });

  it('takes no file that the agent only points to', () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'secret');
    openDoor(door);
    symlinkSync(secret, join(door.folder, 'handoff.json'));
    closeDoor(door);
    expect(() => lstatSync(door.file)).toThrow('ENOENT');
  });
});
