import { jscpdDetector } from '../../dist/adapters/copies/jscpd.js';
import { copySearch } from '../../dist/adapters/source/copy-search.js';
import { deliveredLines } from '../../dist/domain/duplicates/copies/delivered-lines.js';

/** So many files of the base, of which a delivery has copied these lines. */
const COPIED = { files: 10, from: 10, to: 50 };

/** What a delivery adds: the additions, and blocks of the base. */
const deliveredOf = (added, files) => {
  const copied = files
    .filter(({ text }) => text.split('\n').length > COPIED.to + 10)
    .slice(0, COPIED.files)
    .map(({ text }, at) => ({
      path: `new/${at}.ts`,
      text: text.split('\n').slice(COPIED.from, COPIED.to).join('\n'),
    }));
  return deliveredLines(
    [...added, ...copied].map(({ path, text }) => ({
      path,
      from: null,
      before: null,
      after: { mode: '100644', blob: path },
      hunks: [{ line: 1, removed: [], added: text.split('\n') }],
      binary: false,
    })),
  );
};

/** What looking for copies costs, in ms: the look at words, and the program for what is left of it. */
const copyCost = async (lines, files) => {
  const before = process.cpuUsage();
  const search = copySearch(jscpdDetector(), [{ name: 'a', lines }]);
  for (const file of files) search.take({ ...file, id: file.path });
  const { user, system } = process.cpuUsage(before);
  const started = performance.now();
  const { findings, more, unlooked } = await search.found(60_000);
  if (unlooked !== null) throw new Error(unlooked);
  const ms = (user + system) / 1000 + performance.now() - started;
  return { ms, found: findings.length + more };
};

/** The same several times; the first is as slow as whatever is done for the first time, and is left out. */
export const copyCosts = async (times, added, files) => {
  const delivered = deliveredOf(added, files);
  const { found } = await copyCost(delivered, files);
  const looked = [];
  for (let at = 0; at < times; at += 1) looked.push((await copyCost(delivered, files)).ms);
  return { looked, found };
};
