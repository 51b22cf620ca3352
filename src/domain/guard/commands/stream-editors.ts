import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions, valuesOf } from '../options.ts';
import { textReaches } from '../reaching.ts';
import { knownFile } from '../redirects.ts';
import type { State } from '../state.ts';
import { objectToWrite } from '../targets.ts';
import { isKnown, shown } from '../value.ts';
import { COMPUTES, objectToStarted, type Program } from './programs.ts';

/** `awk`: its program can write files and run commands. */
export function runAwk({ name, args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(args, '-F -v -f --file --source -i --include -e -l');
  const isFile = valuesOf(options, '-f', '--file').length > 0;
  const [program = '', ...files] = isFile ? ['', ...options.operands] : options.operands;
  const assigned = valuesOf(options, '-v');
  if (
    hasFlag(options, '-i', '--include') &&
    valuesOf(options, '-i', '--include').includes('inplace')
  )
    for (const path of files)
      objectToWrite(machine, { path, how: 'file', state, fields: [name, ...args] });
  for (const text of valuesOf(options, '-f', '--file').flatMap(
    (path) => knownFile(machine, state, path) ?? [],
  ))
    objectToAwk(machine, { name, text, state, args: [...assigned, ...files] });
  objectToAwk(machine, { name, text: program, state, args: [...assigned, ...files] });
  return nothing(state);
}

function objectToAwk(machine: Machine, program: Program): void {
  const code = program.text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\/(?:[^/\\\n]|\\.)+\//g, '//');
  const runs = /\bsystem\b|\||getline/.test(code);
  const writes = /\b(?:print|printf)\b[^;}]*>/.test(code);
  if (!runs && !writes && isKnown(program.text)) return;
  const named =
    textReaches(machine, program.state, program.text) ??
    program.args
      .map((each) => textReaches(machine, program.state, each))
      .find((each) => each !== null) ??
    null;
  if (named !== null) {
    machine.object({
      verdict: 'deny',
      rule: 'main-checkout',
      reason: `The awk program names ${shown(named.path)}, and can write there.`,
      instead: `Use the same path below ${machine.ground.workspace}.`,
    });
    return;
  }
  if (runs) objectToStarted(machine, program);
  // A file or a command that is put together while it runs.
  const isLiteral =
    /(?:>>?|\||system\s*\()\s*""\s*[);}\n]?/.test(code) &&
    !/(?:>>?|system\s*\()\s*(?:"" *)?[$a-zA-Z(]/.test(code);
  if (!isLiteral || COMPUTES.test(program.text))
    machine.object({
      verdict: 'undecidable',
      rule: 'unknown-program',
      reason: 'Where the awk program would write cannot be told from its text.',
      instead: 'Let awk print, and redirect its output to a file of the workspace.',
    });
}

/** `sed`: `-i`, and the commands `w`, `W`, `e` and the flags of `s`. */
export function runSed({ name, args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(args, '-e --expression -f --file -l');
  const scripts = valuesOf(options, '-e', '--expression');
  const isFile = valuesOf(options, '-f', '--file').length > 0;
  const files = scripts.length > 0 || isFile ? options.operands : options.operands.slice(1);
  const programs = scripts.length > 0 || isFile ? scripts : options.operands.slice(0, 1);
  const known = valuesOf(options, '-f', '--file').flatMap(
    (path) => knownFile(machine, state, path) ?? [],
  );
  if (args.some((each) => /^-[a-zA-Z]*i|^--in-place/.test(each) && !/^-[ef]./.test(each)))
    for (const path of files)
      objectToWrite(machine, { path, how: 'file', state, fields: [name, ...args] });
  for (const program of [...programs, ...known]) objectToSed(machine, program, state);
  return nothing(state);
}

function objectToSed(machine: Machine, program: string, state: State): void {
  for (const match of program.matchAll(
    /(?:^|[;\n{}\d$/!,\s]|s([^\w\s]).*?\1.*?\1[gipmIM\d]*)[wW]\s+([^\n;}]+)/g,
  ))
    objectToWrite(machine, { path: (match[2] ?? '').trim(), how: 'file', state, fields: [] });
  for (const match of program.matchAll(/(?:^|[;\n{]|\d|\$|\/)\s*e\s+([^\n]+)/g))
    machine.script(match[1] ?? '', state);
  // The pattern space is run as a command.
  const evaluates =
    /(?:^|[;\n{]|\d|\$)\s*e\s*(?:$|[;}\n])/.test(program) ||
    /s([^\w\s]).*?\1(.*?)\1[gipmIM\d]*e/.test(program);
  if (!evaluates) return;
  for (const match of program.matchAll(/s([^\w\s])(?:.*?)\1(.*?)\1/g))
    machine.script((match[2] ?? '').replaceAll('\\', ''), state);
  machine.object({
    verdict: 'undecidable',
    rule: 'unknown-script',
    reason: 'sed would run what it reads as commands.',
    instead: 'Run the commands themselves.',
  });
}
