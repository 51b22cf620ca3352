const MARK = ' At work then: ';

/** Who may have changed what all work copies share, as the end of a finding's text. Labels: `core#1`. */
export const suspectsText = (labels: readonly string[]): string =>
  labels.length === 0
    ? ''
    : `${MARK}${labels.join(', ')}${labels.length === 1 ? ' alone' : ''}, and whoever else uses this repository.`;

/** The text of a finding without who was at work: several attempts tell the same of different neighbours. */
export const withoutSuspects = (text: string): string => text.split(MARK)[0] ?? text;
