const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in ms as people read it, the two greatest units: `45s`, `9m`, `8m12s`, `2h05m`, `3d4h`. */
export function duration(ms: number): string {
  const time = Math.max(0, Math.round(ms / SECOND) * SECOND);
  if (time < MINUTE) return `${time / SECOND}s`;
  if (time < HOUR) return two(time, [MINUTE, 'm'], [SECOND, 's']);
  return time < DAY
    ? two(time, [HOUR, 'h'], [MINUTE, 'm'])
    : `${Math.floor(time / DAY)}d${Math.floor((time % DAY) / HOUR)}h`;
}

/** The same in one unit: `45s`, `8m`, `2h`; minutes up to two hours. */
export function roughly(ms: number): string {
  const time = Math.max(0, ms);
  if (time < MINUTE) return `${Math.round(time / SECOND)}s`;
  if (time < 2 * HOUR) return `${Math.round(time / MINUTE)}m`;
  return time < 2 * DAY ? `${Math.round(time / HOUR)}h` : `${Math.round(time / DAY)}d`;
}

/** How long ago: `just now`, `3m ago`. */
export function ago(at: number, now: number): string {
  return now - at < 10 * SECOND ? 'just now' : `${roughly(now - at)} ago`;
}

/** A number of tokens: `950`, `4.1k`, `410k`, `3.1M`. */
export function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${short(count / 1000)}k`;
  return `${short(count / 1_000_000)}M`;
}

/** Money: `$1.22`, `$0.004`. */
export function dollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? `$${usd.toFixed(3)}` : `$${usd.toFixed(2)}`;
}

/** `1 delivery`, `3 deliveries`. */
export function count(n: number, one: string, many: string = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** The short form of a commit or tree. */
export const shortId = (id: string): string => id.slice(0, 7);

/** A ref without what every branch has in front. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//u, '');

/** `12:33` on the machine's clock. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${digits(date.getHours())}:${digits(date.getMinutes())}`;
}

/** `12:03:11` on the machine's clock. */
export const secondOfDay = (at: number): string =>
  `${timeOfDay(at)}:${digits(new Date(at).getSeconds())}`;

/** `2026-03-01 12:33` on the machine's clock. */
export function dateTime(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())} ${timeOfDay(at)}`;
}

/** Added and removed lines: `+212 −8`. */
export const lineCounts = (added: number, removed: number): string => `+${added} −${removed}`;

const digits = (n: number): string => String(n).padStart(2, '0');

const short = (n: number): string =>
  n < 9.95 ? n.toFixed(1).replace(/\.0$/u, '') : String(Math.round(n));

const two = (
  time: number,
  [great, greatName]: readonly [number, string],
  [small, smallName]: readonly [number, string],
): string => {
  const rest = Math.floor((time % great) / small);
  return `${Math.floor(time / great)}${greatName}${rest === 0 ? '' : `${digits(rest)}${smallName}`}`;
};
