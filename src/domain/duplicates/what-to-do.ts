import { sidePlace } from './finding.ts';
import type { CodeFinding, Side } from './finding.ts';

/** A side as one reads it: `chunk (src/text.js:7)`. */
export const sideText = (side: Side): string => `${nameOf(side)} (${sidePlace(side)})`;

/** A block has no name: its first line stands for it. */
const nameOf = ({ kind, symbol }: Side): string => (kind === 'block' ? `“${symbol}”` : symbol);

/** Which of two is to stay: what is there already, else the one with more users, else the first. */
export const keptOf = ({ a, b }: CodeFinding): readonly [kept: Side, other: Side] => {
  if (b.of === null) return [b, a];
  return (b.users ?? 0) > (a.users ?? 0) ? [b, a] : [a, b];
};

/** The finding in one sentence, with both sides. */
export const findingText = (finding: CodeFinding): string => {
  const { kind, a, b, why } = finding;
  switch (kind) {
    case 'duplicate':
      if (a.kind === 'block')
        return `${ownedText(a)} stands in ${ownedText(b)}, too: ${why}${usersText(finding)}`;
      return `${ownedText(a)} does what ${ownedText(b)} does: ${why}${usersText(finding)}`;
    case 'rival':
      return `${ownedText(a)} and ${ownedText(b)} are rivals: ${why}`;
    case 'contract':
      return `${why}: ${sidePlace(a)} against ${sidePlace(b)}`;
  }
};

/** What a person or an agent is to do about it. */
export const whatToDo = (finding: CodeFinding): string => {
  const [kept, other] = keptOf(finding);
  switch (finding.kind) {
    case 'duplicate':
      if (kept.kind === 'block') return whatToDoWithCopy(kept, other);
      return kept.of === null
        ? `Use ${kept.symbol} of ${kept.path} instead, and take ${other.symbol} out.`
        : `Keep one: land ${sideText(kept)} first, then let ${other.path} use it and take ${other.symbol} out.`;
    case 'rival':
      return `Decide which of them defines ${kept.symbol}; the other is to use it, or to take another name.`;
    case 'contract':
      return `Land ${finding.a.of ?? 'the change'} first and fit ${finding.b.path} to it, or keep the old form of ${finding.a.symbol}.`;
  }
};

const whatToDoWithCopy = (kept: Side, other: Side): string =>
  kept.of === null
    ? `Let ${other.path} use what ${sidePlace(kept)} has, taken out into something that both can use if need be, or say why there are two.`
    : `Write it once: land ${kept.of} first, take ${sidePlace(kept)} out into something that both can use, and let ${other.path} use that.`;

const ownedText = (side: Side): string =>
  side.of === null ? `${sideText(side)} in the target` : `${side.of}: ${sideText(side)}`;

const usersText = ({ a, b }: CodeFinding): string => {
  if (a.users === null || b.users === null || a.users === b.users) return '';
  const [more, fewer] = a.users > b.users ? [a, b] : [b, a];
  return `; ${more.kind === 'block' ? more.path : more.symbol} has more users (${String(more.users)} files against ${String(fewer.users)})`;
};
