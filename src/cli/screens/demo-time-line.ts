import type { Lane, LaneEnd, SpanKind } from '../demo/lanes.ts';
import { columns, fit, pad } from '../text/columns.ts';
import type { Look } from '../text/look.ts';
import type { Ink } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';

/** Each attempt as a bar over one axis of time, and what the signs mean. */
export function timeLineLines(lanes: readonly Lane[], look: Look): readonly string[] {
  const [first] = lanes;
  if (first === undefined) return [];
  const room = look.width - INDENT - 2 - END_WIDTH - MIN_BAR;
  const name = Math.min(Math.max(...lanes.map(({ label }) => columns(label))), Math.max(1, room));
  const from = Math.min(...lanes.map((lane) => lane.from));
  const to = Math.max(...lanes.map((lane) => lane.to));
  const width = Math.max(MIN_BAR, look.width - INDENT - name - 2 - END_WIDTH);
  const scale: Scale = { from, ms: Math.max(1, to - from), width };
  const start = ' '.repeat(INDENT);
  return [
    fit(`${start}${' '.repeat(name)}  ${axis(scale)}`, look.width),
    ...lanes.map((lane) => `${start}${pad(lane.label, name)}  ${bar(lane, scale, look)}`),
    ...wrap(LEGEND, look.width, start).map((line) => look.paint('dim', line)),
  ];
}

interface Scale {
  /** Epoch ms of the first column. */
  readonly from: number;
  readonly ms: number;
  readonly width: number;
}

const INDENT = 2;
const MIN_BAR = 10;
/** ` ✗ returned 12.3s` */
const END_WIDTH = 17;

const SIGNS: Readonly<Record<SpanKind, { readonly sign: string; readonly ink: Ink }>> = {
  prepare: { sign: '·', ink: 'dim' },
  work: { sign: '█', ink: 'cyan' },
  told: { sign: '!', ink: 'yellow' },
  check: { sign: '░', ink: 'plain' },
  land: { sign: '»', ink: 'green' },
};

const ENDS: Readonly<Record<LaneEnd, { readonly text: string; readonly ink: Ink }>> = {
  landed: { text: '✓ landed', ink: 'green' },
  returned: { text: '✗ returned', ink: 'red' },
  kept: { text: '■ stopped', ink: 'yellow' },
  failed: { text: '✗ failed', ink: 'red' },
  parked: { text: '? parked', ink: 'yellow' },
  open: { text: '… open', ink: 'yellow' },
};

const LEGEND = '· preparing, █ agent at work, ! told to end, ░ harvest and checks, » landing';

function bar(lane: Lane, scale: Scale, look: Look): string {
  const cells = Array.from({ length: scale.width }, (): SpanKind | null => null);
  for (const { kind, from, to } of lane.spans) {
    const first = Math.min(scale.width - 1, column(from, scale));
    cells.fill(kind, first, Math.max(first + 1, column(to, scale)));
  }
  const seconds = `${((lane.to - lane.from) / 1000).toFixed(1)}s`;
  const { text, ink } = ENDS[lane.end];
  return `${painted(cells, look)} ${look.paint(ink, pad(text, END_WIDTH - 7))} ${pad(seconds, 5, 'right')}`;
}

/** Neighbours of one kind are painted together. */
function painted(cells: readonly (SpanKind | null)[], look: Look): string {
  let text = '';
  for (let at = 0; at < cells.length;) {
    const kind = cells[at] ?? null;
    let end = at + 1;
    while (end < cells.length && (cells[end] ?? null) === kind) end += 1;
    text +=
      kind === null
        ? ' '.repeat(end - at)
        : look.paint(SIGNS[kind].ink, SIGNS[kind].sign.repeat(end - at));
    at = end;
  }
  return text;
}

const column = (at: number, { from, ms, width }: Scale): number =>
  Math.round(((at - from) / ms) * width);

const STEPS_MS = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000];
const LEAST_GAP = 8;

/** `0s        2s        4s` */
function axis(scale: Scale): string {
  const { ms, width } = scale;
  const step = STEPS_MS.find((each) => (each / ms) * width >= LEAST_GAP) ?? ms;
  let line = '';
  for (let at = 0; at <= ms; at += step) {
    const text = `${at / 1000}s`;
    const start = column(scale.from + at, scale);
    if (start + text.length <= width) line = pad(line, start) + text;
  }
  return line;
}
