import { describe, expect, it } from 'vitest';
import { oppose } from '../../../src/domain/duplicates/opposites.ts';

describe('names that say the opposite', () => {
  it.each([
    ['encodeName', 'decodeName'],
    ['max_rate', 'min_rate'],
    ['escapeHtml', 'unescapeHtml'],
    ['lockFile', 'unlockFile'],
    ['parseBytes', 'formatBytes'],
    ['parseBytes', 'humanBytes'],
    ['isValidIsbn13', 'isValidIsbn10'],
    ['weeklyTotals', 'monthlyTotals'],
    ['toJson', 'toYaml'],
    ['sha256Of', 'md5Of'],
    ['daysToHours', 'hours_to_days'],
    ['reserveStock', 'releaseStock'],
  ])('%s and %s', (one, other) => {
    expect(oppose(one, other)).toBe(true);
    expect(oppose(other, one)).toBe(true);
  });

  it.each([
    ['chunk', 'batches'],
    ['slugify', 'toSlug'],
    ['groupBy', 'group_by'],
    ['hoursToDays', 'convertHoursToDays'],
    ['firstWord', 'firstWordOf'],
    ['sha256', 'sha256Hex'],
    ['minMax', 'maxMin'],
    ['', 'x'],
  ])('not %s and %s', (one, other) => {
    expect(oppose(one, other)).toBe(false);
    expect(oppose(other, one)).toBe(false);
  });
});
