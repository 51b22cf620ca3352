import type { Explanation } from './explanation.ts';

/** What agents shared. */
export const SHARED_STATE = {
  'deliverable-overwrite': {
    name: 'Deliverable Overwrite',
    what: 'A file that was to be handed in was replaced by another agent’s.',
    detected:
      'Half of another’s lines are gone by a write, a copy or a backup put back without a look, or by a git command that takes the path back; the file is a deliverable.',
    thresholds: ['lost'],
    needs: 'deliverables',
    prevented:
      'A deliverable has one owner, and its path is in one task’s scope at a time until it has landed.',
    advice: 'disjoint-scopes',
  },
  'source-overwrite': {
    name: 'Source Overwrite',
    what: 'An agent replaced or undid what another had written.',
    detected:
      'Half of another’s lines are gone by a write, a copy or a backup put back without a look, or by a git command that takes the path back.',
    thresholds: ['lost'],
    needs: null,
    prevented:
      'Scopes of tasks that run at once are disjoint, each attempt has a work copy of its own, and deliveries are merged, not copied.',
    advice: 'disjoint-scopes',
  },
  'same-file-collision': {
    name: 'Same-File Collision',
    what: 'Two agents at work at the same time wrote one file; nothing was lost.',
    detected:
      'Two at work at the same time wrote one file in one work copy, and no lines went. What builds leave behind does not count.',
    thresholds: [],
    needs: null,
    prevented:
      'A task holds its scope until it has landed; overlaps of live work copies are findings (fanin conflicts).',
    advice: 'disjoint-scopes',
  },
  'cross-file-scope-collision': {
    name: 'Cross-File Scope Collision',
    what: 'Two agents made the same thing in different files.',
    detected:
      'Two at work at the same time define one name, or take one number of a row, in different files; a third hand changed one, one was removed, or a test failed over it. Or one’s file was removed, and what took it takes the other’s.',
    thresholds: [],
    needs: null,
    prevented:
      'Plans name who owns what; deliveries meet one target, where one of two designs is found before it lands.',
    advice: 'disjoint-scopes',
  },
  'final-tree-overwrite': {
    name: 'Final-Tree Overwrite',
    what: 'One broad command took away what several others had done.',
    detected:
      'A git command that destroys covers three files that others wrote since the last commit; or rm, cp, tar, rsync, a switch or a reset to elsewhere covers three, and they were made again. A stash that is back before anyone else did anything took nothing.',
    thresholds: ['treeFiles', 'madeAgain'],
    needs: null,
    prevented:
      'Each attempt has a work copy of its own; the guard refuses stash, checkout, reset and clean that reach further, and checkpoints bring back what went.',
    advice: 'own-workspaces',
  },
  'unisolated-workspace-writes': {
    name: 'Unisolated Workspace Writes',
    what: 'Files that were nobody’s task went out with the work of a shared work copy.',
    detected:
      'Writers side by side in one work copy; a file in nobody’s scope was committed, or left in a tree that nobody commits. Without scopes: one that is called like a trial, or made by one that was to change nothing.',
    thresholds: [],
    needs: null,
    prevented:
      'Each attempt has a work copy of its own, and what is written outside its scope is a finding in its receipt.',
    advice: 'own-workspaces',
  },
  'artifact-leakage': {
    name: 'Artifact Leakage',
    what: 'An agent went on from a temporary or generated thing of another.',
    detected:
      'A temporary or generated file of one was read or run by another at work, and no message names it. Of ports, databases, containers, builds and files that commands only name: where the other’s call or test failed then, or what it wrote was put right.',
    thresholds: [],
    needs: null,
    prevented:
      'Temporary folders, HOME, caches, ports and build outputs are private to an attempt.',
    advice: 'own-workspaces',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
