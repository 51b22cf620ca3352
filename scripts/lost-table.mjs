// What `fanin lost` says of this repository's own history, as tables: of how many ordinary commits it would tell,
// and how many it would block; once for each commit that is no merge, once for each move of the branch.
//
//   node scripts/lost-table.mjs [--list] [range]
//
// Needs a Node that runs TypeScript (22.18 or later).
import { lostUpdatesHere } from '../src/compose/lost/lost-updates-here.ts';

const args = process.argv.slice(2);
const [range = 'HEAD'] = args.filter((each) => !each.startsWith('--'));
const CHECKS = ['tree', 'merge', 'lines', 'older', 'rewritten'];

const look = async (of) => {
  const started = performance.now();
  const report = await lostUpdatesHere(process.cwd(), { range, of, progress: () => {} });
  if (!report.ok) throw new Error(report.error.message);
  return { of, ...report.value, seconds: (performance.now() - started) / 1000 };
};

const row = ({ of, looked, landings, seconds }) => {
  const share = (part) => `${part} (${((100 * part) / Math.max(1, looked)).toFixed(1)} %)`;
  const blocked = landings.filter(({ found }) => found.some(({ blocks }) => blocks)).length;
  const by = CHECKS.map(
    (check) => landings.filter(({ found }) => found.some((each) => each.check === check)).length,
  );
  return `| ${[of, looked, share(landings.length), share(blocked), ...by, seconds.toFixed(1)].join(' | ')} |`;
};

const tables = [await look('commits'), await look('landings')];
const head = ['of', 'looked at', 'told of', 'blocked', ...CHECKS, 'seconds'];
process.stdout.write(
  `| ${head.join(' | ')} |\n| ${head.map(() => '---').join(' | ')} |\n${tables.map(row).join('\n')}\n`,
);
const findingLine = ({ check, victim, path, evidence, blocks }) => {
  const whose = victim === null ? 'nobody’s' : `${victim.commit.slice(0, 7)} ${victim.title}`;
  return `  ${blocks ? '!' : ' '} ${check} ${path}: ${evidence} (${whose})\n`;
};

const listOf = ({ of, landings }) =>
  landings
    .map(({ commit, title, found }) =>
      [`\n${of}: ${commit.slice(0, 7)} ${title}\n`, ...found.map(findingLine)].join(''),
    )
    .join('');

if (args.includes('--list')) process.stdout.write(tables.map(listOf).join(''));
