import { existsSync, readFileSync } from 'node:fs';
import type { Agent } from '../../src/ports/agent.ts';
import { inRepository } from './markdown.ts';

/** What the last run of the contract with the real programs saw; `npm run test:agents:all` writes it. */
export const CELLS_FILE = 'test/fixtures/agent-cells/cells.json';

/** One thing that was seen of one agent. */
interface Cell {
  readonly agent: string;
  readonly what: string;
  readonly text: string;
}

/** Rows of the table that the contract's tests stand for, in its words. */
const SEEN: readonly (readonly [string, string])[] = [
  ['writes a file and runs a command', 'Works'],
  ['takes a message while it works', '`fanin steer`'],
  ['wraps up when asked', 'Wraps up when asked'],
  ['counts tokens as the server does', 'Tokens, to the token'],
  ['two native sub-agents overlap and are counted', '`delegation: native`'],
  ['delegation off refuses a sub-agent', '`delegation: off`'],
  ['delegation capped at one', '`delegation: { capped: n }`'],
  ['is stopped in the middle of a command, and nothing of it is left', 'Stopped, nothing left'],
  ['its own record of the session is found', 'Its own transcript'],
  ['tells agent-not-logged-in apart', 'Log-in refused'],
  ['tells agent-rate-limited apart', 'Rate limit'],
  ['tells agent-server-error apart', 'Server error'],
  ['tells agent-stream-cut apart', 'Answer cut off'],
  ['tells agent-context-overflow apart', 'Context full'],
];

/** The table of docs/agents.md: what manifests say, and what was seen. */
export function agentsTable(agents: readonly Agent[]): string {
  const cells = readCells();
  const shown = agents.filter(({ capabilities }) => capabilities.output === 'records');
  const columns = shown.filter(({ name }) => name !== 'scripted');
  const row = (title: string, of: (agent: Agent) => string): string =>
    `| ${title} | ${columns.map(of).join(' | ')} |`;
  return [
    '',
    row('', ({ name }) => `\`${name}\``),
    row('---', () => '---').replaceAll(/\| --- /gu, '| --- '),
    row('Program', ({ manifest }) => (manifest === null ? 'any' : `\`${manifest.binary}\``)),
    row('Package', ({ manifest }) => (manifest === null ? '' : `\`${manifest.package}\``)),
    row('Tested version', ({ manifest }) => manifest?.testedVersion ?? ''),
    row('Oldest version', ({ manifest }) => manifest?.minimalVersion ?? ''),
    row('Talks to', ({ manifest }) => manifest?.endpoints.join(', ') ?? ''),
    row(
      'Held to its work, without a boundary, by',
      ({ capabilities }) => HELD[capabilities.heldBy],
    ),
    row('Asks, and takes an answer', ({ capabilities }) => yes(capabilities.asks)),
    row('Commits by itself', ({ capabilities }) => yes(capabilities.commits)),
    row('Names a cost of its own', ({ capabilities }) => yes(capabilities.cost)),
    row('The text guard is asked', ({ capabilities }) => ASKED[capabilities.guarded]),
    row('… and told which sub-agent calls', ({ capabilities }) =>
      capabilities.guarded === 'each-call' ? yes(capabilities.hooksNameSubAgents) : '–',
    ),
    ...SEEN.map(([what, title]) => row(title, (agent) => cellOf(cells, agent, what))),
    '',
    '',
  ].join('\n');
}

const ASKED = {
  'each-call': 'before each call',
  'as-it-asks': 'where it asks a permission',
  never: 'never',
} as const;

const HELD = {
  'allow-list': 'an allow-list',
  'own-sandbox': 'its own sandbox',
  guard: 'the text guard',
  nothing: 'nothing',
} as const;

const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** A dash: the agent cannot, so nothing was tried; a question mark: nobody has seen it. */
function cellOf(cells: readonly Cell[], agent: Agent, what: string): string {
  const { name, capabilities, manifest } = agent;
  const found = cells.find((cell) => cell.agent === name && cell.what === what);
  if (found !== undefined) return found.text;
  const { message, usage, delegation } = capabilities;
  const cannot =
    // Whoever starts any program does not know where it keeps its records.
    (what.startsWith('its own record') && manifest === null) ||
    (/message|wraps up/u.test(what) && message === 'none') ||
    (what.startsWith('counts tokens') && usage === 'none') ||
    (what.startsWith('two native') && !delegation.includes('native')) ||
    (what.startsWith('delegation off') && !delegation.includes('off')) ||
    (what.startsWith('delegation capped') && !delegation.includes('capped'));
  return cannot ? '–' : '?';
}

function readCells(): readonly Cell[] {
  const file = inRepository(CELLS_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Cell[]) : [];
}
