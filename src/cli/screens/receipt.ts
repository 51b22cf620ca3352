import type { CheckResult } from '../../domain/delivery/delivery.ts';
import type { Claim, Receipt } from '../../domain/receipt/receipt.ts';
import { placeText } from '../../domain/collect/collected-from.ts';
import { attemptLabel } from '../../domain/ids.ts';
import type { SplitFrom } from '../../domain/split/split-from.ts';
import { totalTokens } from '../../domain/receipt/token-usage.ts';
import { resolutionText } from '../../domain/resolve/message.ts';
import { labelOf } from '../model/run-model.ts';
import { printable } from '../text/columns.ts';
import { count, dollars, duration, shortId, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import type { Ink } from '../text/style.ts';
import { wrap, wrapParts } from '../text/wrap.ts';
import { MESSAGE_WORDS } from './fact-lines.ts';
import { changesText } from './task-line.ts';

/** A receipt as `fanin receipt` shows it: what was measured beside what the agent says. */
export function receiptLines(receipt: Receipt, look: Look): readonly string[] {
  const [first = '', ...more] = wrapParts(headOf(receipt), look.width);
  return [
    look.paint('bold', first),
    ...more,
    ...section('Tree', [plain(treeText(receipt))], look),
    ...section('Checks', checkEntries(receipt), look),
    ...section('Claims', receipt.claims.map(claimEntry), look),
    ...section(
      'Risks',
      receipt.risks.map((text) => plain(`(agent) ${text}`)),
      look,
    ),
    ...section(
      'Findings',
      receipt.findings.map(({ text, blocks }) => ({
        text: blocks ? `${text} (keeps it from landing by itself)` : text,
        ink: blocks ? 'yellow' : 'plain',
      })),
      look,
    ),
    ...section('Exports', exportEntries(receipt), look),
    ...hunkLines(receipt),
    ...section('Resolved', resolvedEntries(receipt), look),
    ...section('Refused', refusedEntries(receipt), look),
    ...section('Tokens', tokenEntries(receipt), look),
    ...section('Agents', subAgentEntries(receipt), look),
    ...section('Said', saidEntries(receipt), look),
    ...section('Trouble', troubleEntries(receipt), look),
    ...section('Time', timeEntries(receipt), look),
    ...section('Given', givenEntries(receipt), look),
  ];
}

/** Every file of a receipt with its line counts. */
export function fileLines({ files }: Receipt, look: Look): readonly string[] {
  return section('Files', files.map(fileEntry), look);
}

/** Lines that findings stand on, as they are: wrapped, they would say something else. */
function hunkLines({ findings }: Receipt): readonly string[] {
  return findings.flatMap(({ path, hunk = [] }) =>
    hunk.length === 0
      ? []
      : [
          `${' '.repeat(TITLE)}${printable(path ?? '')}`,
          ...hunk.map((line) => `${' '.repeat(TITLE + 2)}${printable(line)}`),
        ],
  );
}

interface Entry {
  readonly text: string;
  readonly ink: Ink;
}

/** Exports that are shown; more are in `--json`. */
const MOST_EXPORTS = 8;

function exportEntries({ exports }: Receipt): readonly Entry[] {
  if (!exports.measured) return [];
  const more = exports.value.length - MOST_EXPORTS;
  return [
    ...exports.value
      .slice(0, MOST_EXPORTS)
      .map(({ change, before, path, line }) =>
        plain(`${change} ${before} (${path}:${String(line)})`),
      ),
    ...(more > 0 ? [plain(`and ${String(more)} more`)] : []),
  ];
}

const TITLE = 10;

const plain = (text: string): Entry => ({ text, ink: 'plain' });

function section(title: string, entries: readonly Entry[], look: Look): readonly string[] {
  return entries.flatMap(({ text, ink }, index) => {
    const start = (index === 0 ? title : '').padEnd(TITLE);
    return wrap(text, look.width, start, ' '.repeat(TITLE + 2)).map(
      (line) => line.slice(0, TITLE) + look.paint(ink, line.slice(TITLE)),
    );
  });
}

/** What fanin itself changed on the way to the target. */
const resolvedEntries = ({ resolutions = [] }: Receipt): readonly Entry[] =>
  resolutions.map(({ commit, ...each }) =>
    plain(`${resolutionText(each)}${commit === null ? '' : ` (${shortId(commit)})`}`),
  );

function headOf(receipt: Receipt): readonly string[] {
  const { agent, usage, cost, workspace, collected, split } = receipt;
  const part = split === null ? [] : [partText(split)];
  if (collected !== null)
    return [
      labelOf(receipt.attempt),
      ...part,
      `collected from ${placeText(collected)}`,
      'made outside of fanin, so nobody claims anything',
      `base ${shortId(workspace.base)}`,
    ];
  const name = agent.version.measured ? `${agent.adapter} ${agent.version.value}` : agent.adapter;
  return [
    labelOf(receipt.attempt),
    ...part,
    name,
    agent.model.measured ? agent.model.value : 'model not known',
    timeOf(receipt),
    usage.measured
      ? `${usage.value.atLeast ? 'at least ' : ''}${tokens(totalTokens(usage.value))} tokens`
      : 'tokens not known',
    cost.measured ? dollars(cost.value.usd) : 'cost not known',
    `${workspace.level}, base ${shortId(workspace.base)}`,
  ];
}

function partText({ task, n, taken, paths }: SplitFrom): string {
  const whole = attemptLabel(task, n);
  return taken
    ? `${paths.join(' ')} of ${whole}, with no claims taken over`
    : `${whole} without ${paths.join(' ')}, with no claims taken over`;
}

function timeOf({ timeline }: Receipt): string {
  const at = (what: string): number | undefined =>
    timeline.find((entry) => entry.what === what)?.at;
  const started = at('started');
  const ended = at('harvested');
  return started === undefined || ended === undefined
    ? 'time not known'
    : duration(ended - started);
}

function treeText(receipt: Receipt): string {
  const outside = receipt.files.filter(({ inScope }) => !inScope).length;
  const scope = outside === 0 ? 'all in scope' : `${outside} outside its scope`;
  const missing = receipt.deliverables.filter(({ present }) => !present).map(({ path }) => path);
  const lacks = missing.length === 0 ? '' : `; missing ${missing.join(', ')}`;
  return `${shortId(receipt.tree)} · ${changesText(receipt)}, ${scope}${lacks}`;
}

function checkEntries(receipt: Receipt): readonly Entry[] {
  if (receipt.checks.length === 0)
    return [{ text: 'none was run, so the delivery is unverified', ink: 'yellow' }];
  return receipt.checks.map((check) => checkEntry(check, receipt));
}

function checkEntry(check: CheckResult, receipt: Receipt): Entry {
  const reason = check.reason === null ? '' : ` (${check.reason})`;
  if (check.by === 'agent')
    return { text: `${check.name} ${check.status} by the agent${reason}`, ink: 'yellow' };
  const log =
    check.status === 'failed' && check.log !== null
      ? ` · log: fanin logs ${labelOf(receipt.attempt)} ${check.name}`
      : '';
  const on = check.tree === '' ? '' : ` on tree ${shortId(check.tree)}`;
  return {
    text: `${check.name} ${check.status} by fanin${on} · ${duration(check.ms)}${reason}${log}`,
    ink: CHECK_INK[check.status],
  };
}

const CHECK_INK = { passed: 'green', failed: 'red', skipped: 'yellow', stale: 'yellow' } as const;
const CLAIM_INK = { confirmed: 'green', contradicted: 'red', unverified: 'yellow' } as const;

const claimEntry = ({ text, verdict, because }: Claim): Entry => ({
  text: `"${text}" ${verdict}: ${because}`,
  ink: CLAIM_INK[verdict],
});

function refusedEntries({ refused }: Receipt): readonly Entry[] {
  if (!refused.measured) return [];
  return refused.value.map(plain);
}

function fileEntry(file: Receipt['files'][number]): Entry {
  const lines =
    file.added === null || file.removed === null ? 'binary' : `+${file.added} −${file.removed}`;
  const from = file.from === null ? '' : ` (from ${file.from})`;
  const outside = file.inScope ? '' : ' · outside its scope';
  return {
    text: `${file.change} ${file.path}${from} ${lines}${outside}`,
    ink: file.inScope ? 'plain' : 'yellow',
  };
}

function tokenEntries({ usage, cost }: Receipt): readonly Entry[] {
  if (!usage.measured) return [];
  const { input, cacheRead, cacheWrite, output, reasoning, sub } = usage.value;
  const kinds = [
    `${tokens(input)} in`,
    `${tokens(cacheRead)} from the cache`,
    `${tokens(cacheWrite)} to it`,
    `${tokens(output)} out${reasoning === undefined ? '' : ` (${tokens(reasoning)} reasoning)`}`,
    ...(sub.measured && totalTokens(sub.value) > 0
      ? [`${tokens(totalTokens(sub.value))} of all by sub-agents`]
      : []),
  ].join(' · ');
  const price = cost.measured
    ? `${dollars(cost.value.usd)} by the ${cost.value.source}`.replace('by the the', 'by the')
    : `cost: ${cost.why}`;
  return [plain(kinds), plain(price)];
}

function subAgentEntries({ subAgents, agent }: Receipt): readonly Entry[] {
  if (!subAgents.measured) return [];
  const { started, refused, mostAtOnce } = subAgents.value;
  if (started === 0 && refused === 0) return [];
  const parts = [
    count(started, 'sub-agent'),
    ...(mostAtOnce > 1 ? [`${mostAtOnce} at once`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    `delegation ${agent.delegation}`,
  ];
  return [plain(parts.join(' · '))];
}

function saidEntries({ messages, questions }: Receipt): readonly Entry[] {
  return [
    ...messages.map(({ text, by, way }) =>
      plain(`${by}: "${text}" ${way === null ? 'was sent' : MESSAGE_WORDS[way]}`),
    ),
    ...questions.map(({ text, answer, by }) =>
      plain(`it asked: ${text} · ${answer}${by === null ? ', by default' : `, by ${by}`}`),
    ),
  ];
}

/** What of the host it had behind its boundary. */
function givenEntries({ workspace: { given } }: Receipt): readonly Entry[] {
  if (!given.measured) return [];
  const { files, variables, network } = given.value;
  const reach = network === 'all' ? 'any host' : network.join(', ');
  return [
    ...(files.length === 0
      ? []
      : [
          plain(files.map(({ path, write }) => `${path}${write ? ' (writable)' : ''}`).join(' · ')),
        ]),
    ...(variables.length === 0 ? [] : [plain(variables.join(' · '))]),
    plain(reach === '' ? 'no network' : `could reach ${reach}`),
  ];
}

/** Where its time went, when it was not all its own. */
function timeEntries({ time }: Receipt): readonly Entry[] {
  if (!time.measured) return [];
  const { workedMs, rateLimitedMs, peopleMs } = time.value;
  if (rateLimitedMs === 0 && peopleMs === 0) return [];
  const parts = [
    `${duration(workedMs)} at work`,
    ...(rateLimitedMs > 0 ? [`${duration(rateLimitedMs)} rate-limited`] : []),
    ...(peopleMs > 0 ? [`${duration(peopleMs)} waiting for people`] : []),
  ];
  return [plain(parts.join(' · '))];
}

const troubleEntries = ({ trouble }: Receipt): readonly Entry[] =>
  trouble === null ? [] : [plain(`${trouble.text}, and it went on (${trouble.code})`)];
