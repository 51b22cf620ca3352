import type { Comeback } from '../attempt/attempt.ts';
import { checksSection } from './checks-section.ts';
import { collectedSections } from './collected-brief.ts';
import type { CollectedBrief } from './collected-brief.ts';
import { COMEBACK_WORDS } from './comeback-words.ts';
import { section } from './section.ts';
import type { Task } from '../plan/plan.ts';

/** What another live task owns, so that this agent keeps out of it. */
export interface Neighbour {
  readonly task: string;
  readonly writes: readonly string[] | null;
  readonly locks: readonly string[];
}

/** Everything an agent is told; it starts with a fresh context and knows nothing else. */
export interface BriefInput {
  readonly goal: string;
  readonly task: Task;
  readonly n: number;
  readonly workspace: string;
  readonly base: string;
  /** Local or UTC time of the real deadline, ready to print, and the minutes until then. */
  readonly deadline: string;
  readonly minutes: number;
  readonly handoffFile: string;
  readonly neighbours: readonly Neighbour[];
  /** What it puts together, when it is the plan's assembler; all of it lies in its base. */
  readonly parts: readonly Part[];
  readonly comeback: Comeback | null;
}

/** What a task has handed in to the whole. */
export interface Part {
  readonly task: string;
  readonly deliverables: readonly string[];
}

/** The one template of every brief, as Markdown: of an agent that fanin starts, or of whoever made what was collected. */
export const renderBrief = (input: BriefInput | CollectedBrief): string =>
  [
    `# Task ${input.task.id}`,
    'from' in input || input.goal === '' ? null : `Part of: ${input.goal}`,
    input.task.prompt.trim(),
    ...('from' in input ? collectedSections(input) : agentSections(input)),
  ]
    .filter((part): part is string => part !== null)
    .join('\n\n')
    .concat('\n');

const agentSections = (input: BriefInput): readonly (string | null)[] => [
  comebackSection(input.comeback),
  partsSection(input.parts),
  boundsSection(input),
  neighbourSection(input.neighbours),
  checksSection(input.task),
  handBackSection(input),
];

const partsSection = (parts: readonly Part[]): string | null =>
  parts.length === 0
    ? null
    : section('The whole', [
        'You put it together: what the tasks below have handed in has landed and lies in your work copy. See that it fits, and that nothing of it is missing or used by nobody.',
        ...parts.map(({ task, deliverables }) =>
          deliverables.length === 0
            ? task
            : `${task}: ${deliverables.map((path) => `\`${path}\``).join(', ')}`,
        ),
      ]);

const boundsSection = ({ task, workspace, base, deadline, minutes }: BriefInput): string =>
  section('Bounds', [
    `Work in ${workspace}, a work copy of your own at ${base.slice(0, 12)}. Nothing outside it is yours.`,
    task.writes === null
      ? 'You may write any file of the repository; you run alone.'
      : `You may write: ${task.writes.globs.map(({ source }) => `\`${source}\``).join(', ')}. Anything else you change is reported as out of scope.`,
    ...(task.deliverables.length === 0
      ? []
      : [`Leave behind: ${task.deliverables.map((path) => `\`${path}\``).join(', ')}.`]),
    ...(task.sizeMs === null
      ? []
      : [
          `Expected: about ${Math.max(1, Math.round(task.sizeMs / 60_000))} minutes of work. When it is done, end; the time that is left is needed by others.`,
        ]),
    `Deadline: ${deadline} (${minutes} minutes from the start). Then you are stopped, and what lies in the work copy is kept.`,
    'Do not push, do not switch branches, do not use git stash.',
  ]);

const neighbourSection = (neighbours: readonly Neighbour[]): string | null =>
  neighbours.length === 0
    ? null
    : section(
        'Others at work right now',
        neighbours.map(({ task, writes, locks }) => {
          const owns =
            writes === null ? 'everything' : writes.map((glob) => `\`${glob}\``).join(', ');
          const held = locks.length === 0 ? '' : `; holds ${locks.join(', ')}`;
          return `${task} owns ${owns}${held}. Keep out of it.`;
        }),
      );

const handBackSection = ({ handoffFile }: BriefInput): string =>
  section('Handing back', [
    'Leave your work in the work copy, committed or not; all of it is collected when you end.',
    `Before you end, write JSON to ${handoffFile}: {"claims": ["what is true of your work"], "skipped": [{"check": "…", "reason": "…"}], "risks": ["what was not tested"]}. Claim only what you have seen.`,
  ]);

const comebackSection = (comeback: Comeback | null): string | null =>
  comeback === null
    ? null
    : [
        `## An earlier attempt ${COMEBACK_WORDS[comeback.kind]}`,
        comeback.text.trim(),
        comeback.commit === null
          ? 'It left nothing behind.'
          : `Take over from it: look at what is there first, and go on instead of beginning anew. Its work is kept as commit ${comeback.commit}: see it with \`git show ${comeback.commit.slice(0, 12)}\`, take from it with \`git checkout ${comeback.commit.slice(0, 12)} -- <path>\`. You start from the newest target, which may already hold part of it.`,
      ].join('\n\n');
