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
import { layLink, takeLink, type HandoffLink } from '../../../src/adapters/agents/handoff-link.ts';

let folder: string;
let link: HandoffLink;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-link-'));
  link = { file: join(folder, 'a.handoff.json'), folder: join(folder, 'open') };
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('hand-off link', () => {
  it('leads into the folder, and makes way for what was written there', () => {
    layLink(link);
    writeFileSync(link.file, 'claims');
    expect(readFileSync(join(link.folder, 'handoff.json'), 'utf8')).toBe('claims');
    takeLink(link);
    expect(lstatSync(link.file).isFile()).toBe(true);
    expect(readFileSync(link.file, 'utf8')).toBe('claims');
  });

  it('leaves nothing where nothing was written', () => {
    layLink(link);
    takeLink(link);
    expect(existsSync(link.file)).toBe(false);
    expect(() => lstatSync(link.file)).toThrow('ENOENT');
  });

  it('takes no link that the agent laid itself', () => {
    writeFileSync(join(folder, 'secret'), 'not yours');
    layLink(link);
    symlinkSync(join(folder, 'secret'), join(link.folder, 'handoff.json'));
    takeLink(link);
    expect(existsSync(link.file)).toBe(false);
  });

  it('is nothing worse than absent where it cannot be laid', () => {
    const lost = { file: join(folder, 'no', 'way', 'h'), folder: join(folder, 'open') };
    layLink(lost);
    takeLink(lost);
    expect(existsSync(lost.file)).toBe(false);
  });
});
