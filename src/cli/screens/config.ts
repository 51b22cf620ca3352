import type { ShownConfig } from '../../compose/config-rows.ts';
import { columns, pad, printable } from '../text/columns.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/**
 * Every value of the config, one a line, whole: a long one goes on below itself. With `origin` also where
 * each comes from.
 */
export function configLines(
  { file, rows }: ShownConfig,
  origin: boolean,
  look: Look,
): readonly string[] {
  const head =
    file ?? 'There is no fanin.config.yaml, so the defaults hold. fanin init writes one.';
  const keys = widest(rows.map(({ key }) => key));
  const origins = origin ? widest(rows.map((row) => row.origin)) : 0;
  return [
    ...wrap(head, look.width).map((line) => look.paint('bold', line)),
    '',
    ...rows.flatMap((row) => {
      const before = `  ${pad(printable(row.key), keys)}  ${origin ? `${pad(printable(row.origin), origins)}  ` : ''}`;
      return wrap(row.value, look.width, before, ' '.repeat(columns(before)));
    }),
  ];
}

/** Names longer than this are cut; the value is what people look for. */
const WIDEST = 30;

const widest = (texts: readonly string[]): number =>
  Math.min(WIDEST, Math.max(0, ...texts.map((text) => columns(printable(text)))));
