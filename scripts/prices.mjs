// Writes the hash of the price table's rows into src/domain/cost/price-table.ts; with --check it
// only compares, and fails when they differ. With --list it prints the table for docs/prices.md.
// Needs a Node that runs TypeScript (22.18 or later).
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../src/domain/canonical-json.ts';
import { PRICE_TABLE } from '../src/domain/cost/price-table.ts';

const FILE = join(import.meta.dirname, '..', 'src', 'domain', 'cost', 'price-table.ts');
const hash = createHash('sha256').update(canonicalJson(PRICE_TABLE.rows)).digest('hex');
const args = process.argv.slice(2);

if (args.includes('--list')) {
  process.stdout.write(list(PRICE_TABLE.rows));
} else if (PRICE_TABLE.hash === hash) {
  process.stdout.write(`${PRICE_TABLE.rows.length} rows of ${PRICE_TABLE.date}, sha256 ${hash}\n`);
} else if (args.includes('--check')) {
  process.stdout.write(`the rows hash to ${hash}, the table says ${PRICE_TABLE.hash}\n`);
  process.exitCode = 1;
} else {
  const text = readFileSync(FILE, 'utf8');
  writeFileSync(FILE, text.replace(/^( {2}hash:\s*)'[0-9a-f]*'/mu, `$1'${hash}'`));
  process.stdout.write(`hash is now ${hash}; set the date as well if prices were read anew\n`);
}

function list(rows) {
  const head =
    '| model | in | out | cache read | cache write | for 1 h | larger requests | read in |\n';
  return `${head}| --- | --- | --- | --- | --- | --- | --- | --- |\n${rows.map(line).join('')}`;
}

function line(row) {
  const tiers = (row.tiers ?? []).map(
    (tier) =>
      `> ${tier.aboveInputTokens / 1000}k: ${[tier.input, tier.output, tier.cacheRead, tier.cacheWrite, tier.cacheWrite1h].map(rate).join(' / ')}`,
  );
  const cells = [
    `\`${row.model}\``,
    ...[row.input, row.output, row.cacheRead, row.cacheWrite, row.cacheWrite1h].map(rate),
    tiers.join('; '),
    row.sources.join(', '),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function rate(value) {
  return value === null || value === undefined ? '–' : String(value);
}
