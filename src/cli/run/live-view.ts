import { createLogUpdate } from 'log-update';
import { readReceipt } from '../../compose/attempt-reader.ts';
import { openReadModel } from '../../compose/read-model.ts';
import type { ReadModel } from '../../compose/read-model.ts';
import type { AttemptId, RunId } from '../../domain/ids.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { Cli } from '../app/cli.ts';
import { readRun } from '../model/run-model.ts';
import type { RunModel } from '../model/run-model.ts';
import { liveLines } from '../screens/live.ts';
import type { RunView } from './run-view.ts';

const FRAME_MS = 250;
const ROWS = 24;

/** The run in a terminal, drawn again where it has changed, at most four times a second. */
export function liveView(cli: Cli): RunView {
  const draw = createLogUpdate(process.stdout);
  const source = modelSource(cli);
  let talk = '';
  let shown = '';
  let timer: NodeJS.Timeout | null = null;
  const frame = (): void => {
    const model = source.now();
    if (model === null) return;
    const lines = liveLines(model, { ...cli.look(), rows: cli.out.rows() ?? ROWS }, talk).join(
      '\n',
    );
    if (lines !== shown) draw(lines);
    shown = lines;
  };
  return {
    event: (_event, run) => {
      source.watch(run.id);
      timer ??= setInterval(frame, FRAME_MS);
    },
    say: (text) => {
      talk = text;
    },
    close: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      if (shown !== '') draw.clear();
      shown = '';
      source.close();
    },
  };
}

/** The run as the projections have it: read again only where they were written again. */
function modelSource(cli: Cli) {
  const receipts = new Map<AttemptId, Receipt>();
  let open: ReadModel | null = null;
  let run: RunId | null = null;
  let version = -1;
  let model: RunModel | null = null;
  return {
    watch: (id: RunId): void => {
      run = id;
    },
    now: (): RunModel | null => {
      const opened = open === null ? openReadModel(cli.cwd) : null;
      if (opened?.ok === true) open = opened.value;
      if (open === null || open.reader === null || run === null) return null;
      const { place, reader } = open;
      const written = reader.version();
      if (model !== null && written === version) return model;
      version = written;
      model = readRun({ ...open, reader }, run, (attempt) =>
        cached(receipts, attempt, () => readReceipt(place, attempt)),
      );
      return model;
    },
    close: (): void => {
      open?.close();
      open = null;
    },
  };
}

/** A receipt is written once. */
function cached(
  known: Map<AttemptId, Receipt>,
  attempt: AttemptId,
  read: () => Receipt | null,
): Receipt | null {
  const receipt = known.get(attempt) ?? read();
  if (receipt !== null) known.set(attempt, receipt);
  return receipt;
}
