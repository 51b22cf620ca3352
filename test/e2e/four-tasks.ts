import {
  marker,
  WORKING_DIRECTORY,
  type Script,
  type Scripts,
  type ToolCall,
} from '../rig/script.ts';

/** One of the four tasks: what a plan says of it, and what the model does for it. */
export interface ScriptedTask {
  readonly id: string;
  readonly prompt: string;
  readonly writes: readonly string[];
  readonly deliverables: readonly string[];
  /** All paths it really changes, sorted; more than `writes` allows for the one that strays. */
  readonly changes: readonly string[];
  readonly script: Script;
}

const ATTEMPT_OF_RUN_TEST = `import { expect, it } from 'vitest';
import { attemptId, isAttemptOf } from '../../src/domain/ids.ts';

it('an attempt belongs to its run alone', () => {
  expect(isAttemptOf(attemptId('r1', 'core', 1), 'r1')).toBe(true);
  expect(isAttemptOf(attemptId('r12', 'core', 1), 'r1')).toBe(false);
});
`;

/** What `readme` writes below the title, and what `stray` writes there though it is not its own. */
export const READERS_LINE = 'For people who have several agents at work on one repository.';
export const STRAY_LINE = 'See docs/stray.md for tasks that stray.';

/** The guard refuses an edit outside of the scope: by its text alone nobody can tell what a script does. */
const STRAY_SCRIPT = `sed -i '1a\\\n\\\n${STRAY_LINE}' README.md\nrm docs/stray.sh\n`;
export const STRAY_COMMAND = 'sh docs/stray.sh';

/** `stray`'s line as a brief quotes it from the conflict, indented. */
const LANDED_LINE = '{{match:\\n {4}(See docs/stray[.]md[^\\n]*)}}';

/**
 * Four tasks over a clone of this very repository, carried out with the CLI's own Read, Edit, Write
 * and Bash. Two of them commit, two leave their work uncommitted.
 *
 * `notes`, `readme` and `ids` are disjoint and land in any order. `stray` owns `docs/stray.md` alone,
 * and also writes below the README's title by a script, where `readme` writes: from the same base, whichever
 * of the two lands second conflicts. Each hands in claims; those of `stray` are false.
 */
export const FOUR_TASKS: readonly ScriptedTask[] = [
  {
    id: 'notes',
    prompt: `Write down how deliveries land and how they are reviewed. ${marker('notes')}`,
    writes: ['docs/notes/**'],
    deliverables: ['docs/notes/landing.md', 'docs/notes/review.md'],
    changes: ['docs/notes/landing.md', 'docs/notes/review.md'],
    script: [
      {
        text: 'I write the two notes.',
        calls: [
          write('docs/notes/landing.md', '# Landing\n\nOne move of the target to a tested tree.\n'),
          write('docs/notes/review.md', '# Review\n\nWhat waits for a person is backlog.\n'),
        ],
      },
      { calls: [bash('git add docs/notes && git commit -qm "Notes on landing and review"')] },
      handOff(['Two notes were added below docs/notes.']),
      { text: 'The two notes are written and committed.' },
    ],
  },
  {
    id: 'readme',
    prompt: `Say in the README, right below its title, for whom this is. ${marker('readme')}`,
    writes: ['README.md'],
    deliverables: ['README.md'],
    changes: ['README.md'],
    script: [
      { text: 'I look at the title.', calls: [read('README.md')] },
      { calls: [belowTitle(READERS_LINE)] },
      handOff(['The README says for whom this is.']),
      { text: 'The README says for whom this is.' },
    ],
  },
  {
    id: 'ids',
    prompt: `Let a caller ask whether an attempt belongs to a run, and test it. ${marker('ids')}`,
    writes: ['src/domain/ids.ts', 'test/domain/attempt-of-run.test.ts'],
    deliverables: ['test/domain/attempt-of-run.test.ts'],
    changes: ['src/domain/ids.ts', 'test/domain/attempt-of-run.test.ts'],
    script: [
      { text: 'I read the ids first.', calls: [read('src/domain/ids.ts')] },
      {
        calls: [
          insertBefore(
            'src/domain/ids.ts',
            '/\\*\\* The id of the n-th attempt[^\\n]*',
            [
              '/** Whether an attempt belongs to a run. */',
              'export const isAttemptOf = (attempt: AttemptId, run: RunId): boolean =>',
              '  attempt.startsWith(`${run}-`);',
              '',
            ].join('\n'),
          ),
          write('test/domain/attempt-of-run.test.ts', ATTEMPT_OF_RUN_TEST),
        ],
      },
      { calls: [bash('git add -A && git commit -qm "Ask whether an attempt belongs to a run"')] },
      handOff(['isAttemptOf was added, with a test.']),
      { text: 'isAttemptOf is there, with a test.' },
    ],
  },
  {
    id: 'stray',
    prompt: `Write docs/stray.md, a page on tasks that stray. ${marker('stray')}`,
    writes: ['docs/stray.md', 'docs/stray.sh'],
    deliverables: ['docs/stray.md'],
    changes: ['README.md', 'docs/stray.md'],
    script: [
      {
        text: 'I write the page and tell of it in the README.',
        calls: [
          write('docs/stray.md', '# Straying\n\nIt shows in the receipt.\n'),
          write('docs/stray.sh', STRAY_SCRIPT),
        ],
      },
      { calls: [bash(STRAY_COMMAND)] },
      handOff(['Nothing but docs/stray.md was changed.', 'All checks pass.']),
      { text: 'docs/stray.md is written; nothing else was changed.' },
    ],
  },
];

/** The script of the second attempt at `readme`; a note with its marker leads the agent there. */
export const RETRY_NOTE = `Keep both lines. ${marker('readme-again')}`;

/** Resolves the conflict by what its brief shows of it: the line that has landed, seen nowhere else. */
const README_AGAIN: Script = [
  { text: 'I look at what has landed since.', calls: [read('README.md')] },
  {
    calls: [
      {
        name: 'Edit',
        input: {
          file_path: inWorkspace('README.md'),
          old_string: LANDED_LINE,
          new_string: `${LANDED_LINE}\n\n${READERS_LINE}`,
        },
      },
    ],
  },
  handOff(['The README has both lines.']),
  { text: 'Both lines are in the README now.' },
];

/**
 * The scripts for a model server. With `held`, these tasks' agents wait before their last answer,
 * their work done, until the test releases the hold of the task's name.
 */
export function fourTaskScripts(held: readonly string[] = []): Scripts {
  const scripts = FOUR_TASKS.map(({ id, script }): readonly [string, Script] => [
    id,
    held.includes(id)
      ? script.map((step, i) => (i === script.length - 1 ? { ...step, hold: id } : step))
      : script,
  ]);
  return { ...Object.fromEntries(scripts), 'readme-again': README_AGAIN };
}

/** The tasks as a plan file has them. */
export function fourTaskPlan() {
  return {
    goal: 'Describe and extend fanin',
    // All four at once: a pilot would come first.
    concurrency: 'on',
    // What comes back waits for the person of this story.
    limits: { retries: 0 },
    tasks: Object.fromEntries(
      FOUR_TASKS.map(({ id, prompt, writes, deliverables }) => [
        id,
        { prompt, writes, deliverables },
      ]),
    ),
  };
}

function inWorkspace(path: string): string {
  return `${WORKING_DIRECTORY}/${path}`;
}

function write(path: string, content: string): ToolCall {
  return { name: 'Write', input: { file_path: inWorkspace(path), content } };
}

function read(path: string): ToolCall {
  return { name: 'Read', input: { file_path: inWorkspace(path) } };
}

function bash(command: string): ToolCall {
  return { name: 'Bash', input: { command, description: 'Run a command' } };
}

/** A line below the README's title, which an earlier Read has shown as its line 1. */
function belowTitle(line: string): ToolCall {
  const title = '{{match:\\n1\\t(# [^\\n]+)}}';
  return {
    name: 'Edit',
    input: {
      file_path: inWorkspace('README.md'),
      old_string: title,
      new_string: `${title}\n\n${line}`,
    },
  };
}

/** Text before the line that a pattern matches; an earlier Read has shown it. */
function insertBefore(path: string, pattern: string, text: string): ToolCall {
  const line = `{{match:\\n\\d+\\t(${pattern})}}`;
  return {
    name: 'Edit',
    input: { file_path: inWorkspace(path), old_string: line, new_string: `${text}\n${line}` },
  };
}

/** Hands in claims at the path that the brief tells. */
function handOff(claims: readonly string[]) {
  const content = JSON.stringify({ claims, skipped: [], risks: ['Nobody has read it yet.'] });
  const path = '{{match:write JSON to ([^\\n]+?): [{]}}';
  return { calls: [{ name: 'Write', input: { file_path: path, content } }] };
}
