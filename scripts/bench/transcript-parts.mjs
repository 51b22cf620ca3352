// What generated transcripts of all agents are made of.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export const START = Date.parse('2026-11-02T08:00:00Z');

/** The same numbers on every machine. */
export const randomOf = (seed) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const WORDS =
  'const let return import export function value index request error if (done) { } => "name": null, // TODO \t at src/app/main.ts:12 passed 3 tests'.split(
    ' ',
  );

/** Lines as tools print them. */
export const output = (random, bytes) => {
  let text = '';
  while (text.length < bytes) {
    let line = '';
    for (let word = 3 + random(12); word > 0; word -= 1) line += `${WORDS[random(WORDS.length)]} `;
    text += `${line}\n`;
  }
  return text;
};

/** Most outputs are short, some are whole files. */
export const outputOf = (random) =>
  output(random, random(10) === 0 ? 12_000 + random(20_000) : 300 + random(4_000));

/** A command that no other call has, mostly. */
export const commandOf = (random) => {
  const path = `src/app/file${random(400)}.ts`;
  switch (random(6)) {
    case 0:
      return 'npm test';
    case 1:
      return `git diff --stat ${path}`;
    case 2:
      return `rg -n "value${random(1000)}" src | head -${random(60)}`;
    case 3:
      return `cd /repo && npx vitest run ${path} 2>&1 | tail -40`;
    case 4:
      return `for f in src/app/*.ts; do wc -l "$f"; done; sed -n ${random(90)},200p ${path}`;
    default:
      return `ls -la src/app && cat ${path}`;
  }
};

/** An id that looks like one, from what it is of. */
export const uuid = (text) => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

/** A file of records, one a line. */
export const makeFile = (path) => {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  let parts = [];
  let held = 0;
  let bytes = 0;
  const flush = () => {
    writeSync(file, parts.join(''));
    parts = [];
    held = 0;
  };
  return {
    line(record) {
      const line = `${JSON.stringify(record)}\n`;
      parts.push(line);
      held += line.length;
      bytes += Buffer.byteLength(line);
      if (held > 1_000_000) flush();
    },
    close() {
      flush();
      closeSync(file);
      return bytes;
    },
  };
};
