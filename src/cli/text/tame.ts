/**
 * Text of a log for a terminal: colours stay, everything else that acts on the terminal (moving the cursor,
 * titles, links, resets) is taken out. Line ends and tabs stay.
 */
export function tame(text: string): string {
  const [first = '', ...rest] = text.replaceAll('\r\n', '\n').split(ESCAPE);
  return harmless(first) + rest.map(afterEscape).join('');
}

const ESCAPE = '\u{1b}';
const BELL = '\u{7}';
const COLOUR = /^\[[\d;:]*m/u;
const CONTROL_SEQUENCE = /^\[[0-?]*[ -/]*[@-~]?/u;
/** Introduces a string for the terminal, up to a bell or the next escape. */
const STRING = /^[\]PX^_]/u;

/** What came behind an escape, without the sequence it began unless that is a colour. */
function afterEscape(part: string): string {
  const colour = COLOUR.exec(part)?.[0];
  if (colour !== undefined) return ESCAPE + colour + harmless(part.slice(colour.length));
  const sequence = CONTROL_SEQUENCE.exec(part)?.[0];
  if (sequence !== undefined) return harmless(part.slice(sequence.length));
  if (STRING.test(part))
    return part.includes(BELL) ? harmless(part.slice(part.indexOf(BELL) + 1)) : '';
  return harmless(part.slice(1));
}

const harmless = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (char) =>
    char === '\n' || char === '\t' ? char : '�',
  );
