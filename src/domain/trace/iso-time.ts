/** A day since 1970 as a date, by the calendar's arithmetic alone (Howard Hinnant's `civil_from_days`). */
export function dateOf(days: number): string {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const ofEra = z - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${year + era * 400 + (month <= 2 ? 1 : 0)}-${two(month)}-${two(day)}`;
}

/** A time since 1970 in ms as ISO 8601 in UTC, as `2026-11-30T09:05:07.042Z`. */
export function isoTime(at: number): string {
  const days = Math.floor(at / DAY_MS);
  const ms = at - days * DAY_MS;
  const part = (unit: number, of: number): number => Math.floor(ms / unit) % of;
  const clock = [part(3_600_000, 24), part(60_000, 60), part(1000, 60)].map((each) => pad(each, 2));
  return `${dateOf(days)}T${clock.join(':')}.${pad(ms % 1000, 3)}Z`;
}

const DAY_MS = 86_400_000;

const pad = (value: number, length: number): string => String(value).padStart(length, '0');
