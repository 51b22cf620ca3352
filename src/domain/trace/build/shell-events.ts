import type { FileWrite, GitCommand, TestRun } from '../event.ts';
import { cut, LIMITS } from '../limits.ts';
import type { CommandReading, RunProgram } from '../shell/command-line.ts';
import { readsOf } from '../shell/file-reads.ts';
import { readGitCommand } from '../shell/git-command.ts';
import { readTest } from '../shell/test-command.ts';
import { replacedText } from '../shell/replaced-text.ts';
import { failuresIn, readVerdict } from '../shell/test-output.ts';
import { literalsIn, settingsIn, usedNamesIn } from './content-names.ts';
import { shellWrites } from './file-writes.ts';
import type { ReadCommand } from './command-reader.ts';
import { allUnplaced, newWorkCopies, unplaced, type NewEvent } from './new-event.ts';
import type { CallResult, CallStart } from './tool-use.ts';

/** The events of a command line that ran: the command itself, and what it read, wrote, tested and told git. */
export function shellEvents(
  start: CallStart,
  command: string,
  result: CallResult | null,
  read: ReadCommand,
): readonly NewEvent[] {
  const reading = read(command, start.cwd);
  const base = {
    agent: start.agent,
    call: start.id,
    at: start.at,
    evidence: start.evidence,
  };
  const effects = reading.programs.flatMap((program) =>
    readsAndGit(program, base, result, isLeading(program, reading.programs)),
  );
  // A new work copy is a place, and no file that was written.
  const copies = new Set(effects.flatMap(newWorkCopies));
  const written = shellWrites(start, reading.writes)
    .filter(({ path }) => !copies.has(path.path))
    .map((write) => withReplaced(write, reading.programs));
  return [
    {
      ...base,
      kind: 'command',
      text: cut(command, LIMITS.command),
      cwd: start.cwd,
      until: result?.at ?? null,
      exit: result?.exit ?? null,
      programs: [...new Set(reading.programs.map(({ fields }) => fields[0] ?? ''))],
      writes: reading.certain ? written.map(({ path }) => path) : null,
      ports: portsIn(command),
      failures: saidOfFailure(result),
    },
    ...written,
    ...effects,
    ...testRuns(reading, command, base, result),
  ];
}

/** A write by `sed -i`, with the values that its script puts in. */
function withReplaced<W extends Omit<FileWrite, 'order'>>(
  write: W,
  programs: readonly RunProgram[],
): W {
  if (write.op !== 'unknown' || write.added !== null) return write;
  const by = programs
    .map(replacedText)
    .find((each) => each?.paths.includes(write.path.path) === true);
  return by === undefined || by === null
    ? write
    : {
        ...write,
        op: 'edit',
        literals: literalsIn(by.text),
        names: usedNamesIn(by.text),
        settings: settingsIn(by.text),
      };
}

const saidOfFailure = (result: CallResult | null): string =>
  result === null || result.exit === null || result.exit === 0
    ? ''
    : cut(failuresIn(result.text.slice(-MOST_OUTPUT)), LIMITS.reason);

const MOST_OUTPUT = 8_000;

type Base = Pick<CallStart, 'agent' | 'at' | 'evidence'> & { readonly call: string };

function readsAndGit(
  program: RunProgram,
  base: Base,
  result: CallResult | null,
  leads: boolean,
): readonly NewEvent[] {
  const git = readGitCommand(program);
  if (git !== null) {
    const { op, paths, destroys, cwd } = git;
    const commit =
      op === 'commit' ? /^\[\S+ (?:\([^)]*\) )?([\da-f]{7,40})\]/m.exec(result?.text ?? '') : null;
    return [
      {
        ...base,
        kind: 'git',
        op,
        paths: Array.isArray(paths) ? allUnplaced(paths, cwd) : (paths as 'whole' | null),
        destroys,
        workspace: cwd,
        outcome: gitOutcome(result, leads),
        commit: commit?.[1] ?? null,
      },
    ];
  }
  return readsOf(program).flatMap(({ path, how }) => {
    const place = unplaced(path, program.cwd);
    return place === null ? [] : [{ ...base, kind: 'read' as const, path: place, how }];
  });
}

/** Where a line fails whose first program is git, that one ran; had it failed itself, it would say so. */
const gitOutcome = (result: CallResult | null, leads: boolean): GitCommand['outcome'] =>
  result === null
    ? 'running'
    : result.outcome === 'error' && leads && !/^(?:fatal|error): /m.test(result.text)
      ? 'ok'
      : result.outcome;

/** Whether a program is the first of several in its line, but for those that can not fail. */
function isLeading(program: RunProgram, programs: readonly RunProgram[]): boolean {
  const [first, ...rest] = programs.filter(
    ({ fields }) => !/^(?:cd|export|set)$/.test(fields[0] ?? ''),
  );
  return first === program && rest.length > 0;
}

function testRuns(
  { programs }: CommandReading,
  command: string,
  base: Base,
  result: CallResult | null,
): readonly Omit<TestRun, 'order'>[] {
  const outer = withoutWrapped(programs);
  const tests = outer.flatMap((program) => {
    const test = readTest(program);
    return test === null ? [] : [{ test, program }];
  });
  const exit = result?.exit ?? null;
  const own = isOwnExit(command, outer, exit);
  return tests.map(({ test, program }) => {
    // Of several in one line the output is of all of them.
    const output = tests.length === 1 ? (result?.text ?? '') : '';
    return {
      ...base,
      kind: 'test',
      ...test,
      until: result?.at ?? null,
      ...readVerdict(output, { exit, own: own && (exit === 0 || tests.length === 1) }),
      workspace: program.cwd,
    };
  });
}

/** `npx vitest` is told as `npx` and as `vitest`: one program, which runs once. */
const withoutWrapped = (programs: readonly RunProgram[]): readonly RunProgram[] =>
  programs.filter(
    ({ fields }) =>
      !programs.some(
        (each) =>
          each.fields.length > fields.length &&
          each.fields.slice(-fields.length).join('\0') === fields.join('\0'),
      ),
  );

/** Whether the exit code is that of every program in the line, or of the only one that can fail. */
function isOwnExit(command: string, programs: readonly RunProgram[], exit: number | null): boolean {
  const plain = command
    .replaceAll(/'[^']*'|"[^"]*"/g, ' ')
    .replaceAll(/\d?>&\d|&>>?/g, ' ')
    .replaceAll('&&', ' ')
    .trim();
  if (/[|;&\n]/.test(plain)) return false;
  return (
    exit === 0 ||
    programs.filter(({ fields }) => !/^(?:cd|export|set)$/.test(fields[0] ?? '')).length <= 1
  );
}

const MOST_PORTS = 10;

/** `--port 3000`, `PORT=3000`, `localhost:3000`, `:8080`. */
const portsIn = (command: string): readonly number[] => [
  ...new Set(
    [
      ...command.matchAll(
        /(?:--port[= ]|-p |\bPORT=|(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):)(\d{2,5})\b/g,
      ),
    ]
      .map(([, digits = '']) => Number.parseInt(digits, 10))
      .filter((port) => port > 0 && port < 65_536)
      .slice(0, MOST_PORTS),
  ),
];
