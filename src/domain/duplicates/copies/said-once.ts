import type { CodeFinding, Side } from '../finding.ts';
import { overlap } from './own-copies.ts';

/** This part of a copy is said by what is told of definitions: then that says it all. */
const SAID = 0.6;

/**
 * Findings about definitions and about copied blocks, each place once: what names the definitions stays, but
 * for those that are a small part of a longer copy.
 */
export const saidOnce = (
  definitions: readonly CodeFinding[],
  copies: readonly CodeFinding[],
): readonly CodeFinding[] => {
  const fresh = copies.filter((copy) => {
    const lines = definitions
      .filter((each) => each.kind === 'duplicate')
      .reduce((sum, each) => sum + shared(each, copy), 0);
    return lines < SAID * sizeOf(copy.a);
  });
  const isPart = (each: CodeFinding): boolean =>
    each.kind === 'duplicate' && fresh.some((copy) => shared(each, copy) >= sizeOf(each.a));
  return [...definitions.filter((each) => !isPart(each)), ...fresh];
};

/** Lines of the copy's first side that the other finding names on both. */
const shared = (one: CodeFinding, copy: CodeFinding): number => {
  const straight = Math.min(common(one.a, copy.a), common(one.b, copy.b));
  const turned = Math.min(common(one.b, copy.a), common(one.a, copy.b));
  return Math.max(straight, turned);
};

const common = (one: Side, other: Side): number =>
  one.of === other.of && one.path === other.path ? overlap(linesOf(one), linesOf(other)) : 0;

const linesOf = ({ line, endLine = line }: Side) => ({ line, endLine });

const sizeOf = (side: Side): number => {
  const { line, endLine } = linesOf(side);
  return endLine - line + 1;
};
