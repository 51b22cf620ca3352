import type { Finding } from '../../attempt/attempt.ts';
import { badPathFindings } from './bad-paths.ts';
import { collisionFindings } from './collisions.ts';
import { DELIVERY_LIMITS } from './delivered-tree.ts';
import type { DeliveredEntry, DeliveredTree, DeliveryLimits } from './delivered-tree.ts';
import { linkFindings } from './links.ts';
import { sizeFindings } from './size.ts';
import { submoduleFindings } from './submodules.ts';
import { some } from './tell.ts';

/** What somebody should know of a delivered tree before anybody checks it out. */
export const contentFindings = (
  tree: DeliveredTree,
  limits: DeliveryLimits = DELIVERY_LIMITS,
): readonly Finding[] => {
  const { entries } = tree;
  return [
    ...atMost(badPathFindings(entries)),
    ...atMost(collisionFindings(entries)),
    ...atMost(linkFindings(entries)),
    ...atMost(submoduleFindings(tree)),
    ...sizeFindings(entries, limits),
    ...startersFindings(entries),
  ];
};

/** Kinds of findings, of those above, with which a tree is not checked out by itself: that alone could do harm. */
const HARMFUL: ReadonlySet<string> = new Set([
  'path-git-disguise',
  'path-leaves-tree',
  'paths-collide',
  'link-leaves-tree',
  'submodule-unsafe',
  'tree-huge',
  'contents-unread',
]);

/** Whether a tree with these findings may be checked out, for checks, before a person has looked at it. */
export const mayBeCheckedOut = (findings: readonly Finding[]): boolean =>
  !findings.some(({ kind, blocks }) => blocks && HARMFUL.has(kind));

/** Of one kind; a hostile tree has thousands. */
const MOST = 20;

const atMost = (found: readonly Finding[]): readonly Finding[] => found.slice(0, MOST);

/** Files by which a checkout makes programs run on whoever works in it. */
const STARTERS =
  /^(?:\.husky\/|\.githooks\/|\.git-hooks\/|lefthook\.ya?ml$|\.lefthook\/|\.pre-commit-config\.ya?ml$|\.lfsconfig$|\.envrc$|\.vscode\/tasks\.json$|\.devcontainer\/|\.claude\/settings(?:\.local)?\.json$|\.mcp\.json$)/;

const startersFindings = (entries: readonly DeliveredEntry[]): readonly Finding[] => {
  const found = entries.filter(({ isNew, path }) => isNew && STARTERS.test(path));
  if (found.length === 0) return [];
  const names = found.map(({ path }) => path);
  const text = `Tools run by themselves what these say, on whoever works in a checkout: ${some(names)}.`;
  return [{ kind: 'starters-changed', text, blocks: false }];
};
