import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBase } from '../../dist/adapters/source/base-source.js';
import { languageOf } from '../../dist/adapters/source/languages.js';
import { loadParser } from '../../dist/adapters/source/load.js';
import { createSourceReader } from '../../dist/adapters/source/source-reader.js';
import { comparable, knownInBase } from '../../dist/domain/duplicates/reported.js';
import { outlineOf } from '../../dist/domain/duplicates/outline.js';
import { copyCosts } from './literal-copies.mjs';
import { interleaved, median, spread } from './measure.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const LINES = 100_000;
const TIMES = 5;

/**
 * Looking for additions in a base of 100,000 lines, from its texts to the findings, against parsing the
 * same texts with `@ast-grep/napi` and listing their functions by name, place and text. In a process of
 * its own on one core, where there is `taskset`, and in time of the processor. The same with a look for what was
 * copied word for word, by the clock as far as another program does it.
 */
export const benchDuplicates = () => {
  const argv = [process.execPath, fileURLToPath(import.meta.url), 'measure'];
  const [program, ...args] = hasTaskset() ? ['taskset', '-c', '0', ...argv] : argv;
  return JSON.parse(execFileSync(program, args, { encoding: 'utf8' }));
};

const hasTaskset = () => {
  try {
    execFileSync('taskset', ['-c', '0', 'true']);
    return true;
  } catch {
    return false;
  }
};

/** Files of this repository, as if none were a test, until there are lines enough. */
const baseFiles = () => {
  const files = [];
  let lines = 0;
  for (const folder of ['src', 'test', 'scripts'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true }).toSorted((a, b) =>
      a < b ? -1 : 1,
    )) {
      const path = `${folder}/${name}`;
      if (!/\.(?:ts|mjs)$/.test(name) || path.includes('fixtures') || lines >= LINES) continue;
      const text = readFileSync(join(ROOT, path), 'utf8');
      lines += text.split('\n').length - 1;
      files.push({
        path: `code/${files.length}-${path.split('/').at(-1).replace('.test', '')}`,
        text,
      });
    }
  return { files, lines };
};

const ADDED = 'test/fixtures/duplicates/tune-1/typescript/a';

/** How many functions there are, each by name, place and text. */
const listFunctions = ({ parse }, files) => {
  let functions = 0;
  for (const { path, text } of files) {
    const { parser: language, functions: rules } = languageOf(path);
    for (const node of parse(language, text).findAll({ rule: { any: rules } })) {
      node.field('name')?.text();
      node.range();
      node.text();
      functions += 1;
    }
  }
  return functions;
};

const rowsOf = ({ sizes, left, right, looked, copied }) => {
  const whole = looked.map((ms, at) => ms + left[at]);
  const baseline = {
    name: `parsed and listed by ast-grep (${spread(right)} ms)`,
    value: median(right),
  };
  return [
    {
      name: `duplicates in a base (${sizes}; ${spread(left)} ms)`,
      value: median(left),
      unit: 'ms',
      baseline,
      goal: '≤ 1.5×',
    },
    {
      name: `the same, and copies word for word (${copied} found; ${spread(looked)} ms of ${spread(whole)} ms)`,
      value: median(whole),
      unit: 'ms',
      baseline,
    },
  ];
};

const measure = async () => {
  const parser = await loadParser();
  if (!parser.ok) throw new Error(parser.error.message);
  const reader = createSourceReader();
  const read = async (files) => {
    const facts = await reader.read(files);
    if (!facts.ok) throw new Error(facts.error.message);
    return comparable(facts.value.definitions);
  };
  const names = readdirSync(join(ROOT, ADDED));
  const texts = names.map((path) => ({
    path,
    text: readFileSync(join(ROOT, ADDED, path), 'utf8'),
  }));
  const added = await read(texts);
  const { files, lines } = baseFiles();
  let functions = 0;
  const list = async () => {
    functions = listFunctions(parser.value, files);
  };
  let found = [];
  const compare = async () => {
    const outlined = files.map((file) => ({ ...file, outline: outlineOf(file.text) }));
    const base = await readBase(reader, added, outlined);
    if (!base.ok) throw new Error(base.error.message);
    found = knownInBase(added, base.value.profiles, base.value.rarity);
  };
  const timed = async (work) => {
    const before = process.cpuUsage();
    await work();
    // What is let go of is freed before the next one is measured, and counts for this one.
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await timed(list);
  await timed(compare);
  const { left, right } = await interleaved(
    TIMES,
    () => timed(compare),
    () => timed(list),
  );
  const { looked, found: copied } = await copyCosts(TIMES, texts, files);
  const sizes = `${lines.toLocaleString('en')} lines, ${files.length} files, ${functions} functions, ${added.length} additions, ${found.length} found`;
  return rowsOf({ sizes, left, right, looked, copied });
};

if (process.argv[2] === 'measure' && process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(await measure()));
