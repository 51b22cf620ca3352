const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A time (epoch ms) as an agent reads it, in this machine's zone: `29 Nov 2026, 21:09:53 GMT+1`.
 * Not by `Intl`: its first date costs an engine as much processor time as half an attempt.
 */
export const timeText = (at: number): string => {
  const date = new Date(at);
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''} ${date.getFullYear()}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day}, ${time} ${zoneText(-date.getTimezoneOffset())}`;
};

/** `east`: minutes east of Greenwich. */
const zoneText = (east: number): string => {
  if (east === 0) return 'UTC';
  const [hours, minutes] = [Math.trunc(Math.abs(east) / 60), Math.abs(east) % 60];
  return `GMT${east < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`;
};

const two = (value: number): string => String(value).padStart(2, '0');
