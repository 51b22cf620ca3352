import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions } from '../options.ts';
import { reaches } from '../reaching.ts';
import { knownFile, withFile } from '../redirects.ts';
import { objectToStanding } from '../standing.ts';
import type { State } from '../state.ts';
import { objectToWrite } from '../targets.ts';
import { shown } from '../value.ts';
import { outputOf } from './outputs.ts';
import { objectToInput, objectToNames } from './tools.ts';
import { WRITERS } from './writers.ts';

/** They have commands of their own, in which anything can stand. */
const RUNS_MORE =
  /^(?:ed|ex|vi|vim|nvim|nano|emacs|code|micro|cpio|pax|sqlite3|script|mount|umount|losetup|openssl)$/;

/** They write where they stand when nothing else is said. */
const WRITES_HERE = new Set(
  'tsc gcc g++ cc c++ clang clang++ rustc javac unzip 7z 7za 7zr cpio pax patch split csplit wget aria2c script'.split(
    ' ',
  ),
);

/** A program of which it is known what it writes. */
export function runWriter(call: Call, machine: Machine): Outcome {
  const { name, args, state } = call;
  const each = WRITERS.get(name);
  if (each === undefined) return nothing(state);
  const options = readOptions(args, each.valued);
  const targets = each.targets(options);
  for (const [path, how] of targets)
    objectToWrite(machine, { path, how, state, fields: [name, ...args] });
  if (WRITES_HERE.has(name)) objectToStanding(machine, call);
  if (RUNS_MORE.test(name)) {
    objectToNames(machine, call);
    objectToInput(machine, call);
  }
  objectToExtras(call, machine);
  const output = outputOf(call, machine);
  if (name === 'tee')
    return { state: withFile(machine, state, options.operands, state.input), output: state.input };
  if (name === 'cp' || name === 'mv')
    return { state: copiedText(call, options.operands, machine), output };
  return { state, output };
}

/** What was written into a file is in its copy too. */
function copiedText(
  { state }: Call,
  [from = '', to = '']: readonly string[],
  machine: Machine,
): State {
  const known = from === '' || to === '' ? null : knownFile(machine, state, from);
  return known === null ? state : withFile(machine, state, [to], known);
}

/** Commands in the options of programs that write files, and links that are copied. */
function objectToExtras({ name, args, state }: Call, machine: Machine): void {
  const options = readOptions(
    args,
    '-e --rsh --rsync-path --filter --compress-program --strip-program -c --command --cmd -cmd --use-askpass --config -K -S --link-dest --init',
  );
  const scripts = [
    '-e',
    '--rsh',
    '--rsync-path',
    '--filter',
    '--compress-program',
    '--strip-program',
    '--use-askpass',
  ];
  if (/^(?:rsync|split|sort|install|wget)$/.test(name))
    for (const text of scripts.flatMap((each) => options.values.get(each) ?? []))
      machine.script(text, state);
  if (/^(?:ed|ex|vi|vim|nvim|emacs|script)$/.test(name)) {
    const texts = ['-c', '--command', '--cmd'].flatMap((each) => options.values.get(each) ?? []);
    for (const text of [
      ...texts,
      ...args.filter((each) => each.startsWith('+')).map((each) => each.slice(1)),
      ...(/^(?:ed|ex)$/.test(name) ? (state.input ?? []) : []),
    ])
      objectToEditor(text, { name, args, state }, machine);
  }
  const copies = name === 'cp' && hasFlag(options, '-l', '--link');
  if (!copies && !(name === 'rsync' && options.values.has('--link-dest'))) return;
  const from = [...options.operands, ...(options.values.get('--link-dest') ?? [])];
  for (const path of from) {
    const found = reaches(machine, state, path);
    if (found !== null)
      machine.object({
        verdict: 'deny',
        rule: 'main-checkout',
        reason: `Hard links to ${shown(found.path)} let a write in the workspace change it.`,
        instead: 'Copy the files: `cp -a --reflink=auto`.',
      });
  }
}

/** An editor's commands: `!sh`, `w path`. */
function objectToEditor(text: string, { name, state }: Call, machine: Machine): void {
  for (const match of text.matchAll(/(?:^|[\n|:])\s*(?:silent!?\s+)?(?:r\s*|w\s*)?!\s*([^\n]+)/g))
    machine.script(match[1] ?? '', state);
  for (const match of text.matchAll(
    /(?:^|[\n|:,%\d])\s*(?:w|wq|saveas|sav|write|x|up|e|edit)!?\s+(?!!)(?:>>\s*)?([^\s|]+)/g,
  ))
    objectToWrite(machine, { path: match[1] ?? '', how: 'file', state, fields: [] });
  if (name === 'script') machine.script(text, state);
  for (const match of text.matchAll(/system\(\s*["']([^"']*)/g))
    machine.script(match[1] ?? '', state);
}
