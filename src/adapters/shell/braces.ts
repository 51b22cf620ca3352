/** More than that are not taken apart: `null`. */
const MOST = 64;

/** The texts that a brace expansion (`{a,b}`, `{1..3}`, nested ones too) stands for; null: too many. */
export function braceOptions(text: string): readonly string[] | null {
  const inner = text.slice(1, -1);
  const range = /^(-?\w+)\.\.(-?\w+)(?:\.\.(-?\d+))?$/.exec(inner);
  const options =
    range === null ? split(inner) : rangeOptions(range[1] ?? '', range[2] ?? '', range[3] ?? '1');
  return options === null || options.length > MOST ? null : options;
}

/** At the commas that are not in braces or quotes of their own. */
function split(inner: string): string[] {
  const options: string[] = [];
  let depth = 0;
  let quote = '';
  let option = '';
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner.charAt(at);
    if (character === '\\' && quote !== "'") {
      option += character + inner.charAt((at += 1));
      continue;
    }
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (character === ',' && depth === 0 && quote === '') {
      options.push(option);
      option = '';
    } else option += character;
  }
  return [...options, option];
}

function rangeOptions(from: string, to: string, by: string): string[] | null {
  const isNumbers = /^-?\d+$/.test(from) && /^-?\d+$/.test(to);
  const [first, last] = isNumbers
    ? [Number(from), Number(to)]
    : [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  const step = Math.max(1, Math.abs(Number(by)));
  if (Math.abs(last - first) / step >= MOST) return null;
  const options: string[] = [];
  const up = first <= last;
  for (let at = first; up ? at <= last : at >= last; at += up ? step : -step)
    options.push(isNumbers ? String(at) : String.fromCodePoint(at));
  return options;
}
