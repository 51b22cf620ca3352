import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRecord,
  readClaim,
  readExit,
  readProcess,
  replaceText,
} from '../../../src/adapters/process/records.ts';

describe('records', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'records-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are created once, and leave nothing else behind', () => {
    const claim = { pid: 5, startTime: '7', bootId: 'b' };
    expect(createRecord(folder, 'claim.json', claim)).toBe(true);
    expect(createRecord(folder, 'claim.json', { ...claim, pid: 6 })).toBe(false);
    expect(readClaim(folder)).toEqual(claim);
    expect(readdirSync(folder)).toEqual(['claim.json']);
  });

  it('can be replaced', () => {
    replaceText(folder, 'stdin.txt', 'a');
    replaceText(folder, 'stdin.txt', 'håndfull'.repeat(100_000));
    expect(readFileSync(join(folder, 'stdin.txt'), 'utf8')).toBe('håndfull'.repeat(100_000));
    expect(readdirSync(folder)).toEqual(['stdin.txt']);
  });

  it('are for nobody else to read', () => {
    replaceText(folder, 'stdin.txt', 'text');
    createRecord(folder, 'exit.json', { at: 1 });
    for (const name of ['stdin.txt', 'exit.json']) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
  });

  it('do not count when they are missing or broken', () => {
    const all = () => [readClaim(folder), readProcess(folder), readExit(folder)];
    const nothing = [null, null, null];
    expect(all()).toEqual(nothing);
    for (const text of ['', '{"pid": 5', 'null', '[]', '{}', '"text"', '{"pid":"5","at":"1"}']) {
      for (const name of ['claim', 'process', 'exit']) {
        writeFileSync(join(folder, `${name}.json`), text);
      }
      expect(all()).toEqual(nothing);
    }
  });

  it('say when they cannot be written', () => {
    const nowhere = join(folder, 'nowhere');
    expect(() => createRecord(nowhere, 'exit.json', {})).toThrow('ENOENT');
  });
});
