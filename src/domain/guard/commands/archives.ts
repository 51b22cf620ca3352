import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions, valuesOf } from '../options.ts';
import { objectToWrite } from '../targets.ts';
import { changeFolder } from './builtins.ts';

const VALUED =
  '-C --directory -f --file -T --files-from -X --exclude-from --exclude -I --use-compress-program --to-command -g --listed-incremental --strip-components --transform --xform -b --owner --group --mode --checkpoint-action --checkpoint -F --info-script --new-volume-script --rsh-command --index-file --suffix --one-top-level -L -N -s';

/** `tar`: where it extracts to, and what its options run. */
export function runArchive({ name, args, state }: Call, machine: Machine): Outcome {
  const given = args[0] !== undefined && /^[a-zA-Z]+$/.test(args[0]) ? bundled(args) : args;
  const options = readOptions(given, VALUED);
  const fields = [name, ...args];
  const scripts = [
    '--to-command',
    '-I',
    '--use-compress-program',
    '-F',
    '--info-script',
    '--new-volume-script',
    '--rsh-command',
  ];
  for (const text of valuesOf(options, ...scripts)) machine.script(text, state);
  for (const text of valuesOf(options, '--checkpoint-action'))
    if (text.startsWith('exec=')) machine.script(text.slice(5), state);
  const extracts = hasFlag(options, '-x', '--extract', '--get');
  for (const path of valuesOf(options, '-f', '--file'))
    if (
      !extracts &&
      !hasFlag(options, '-t', '--list', '-d', '--diff', '--compare') &&
      path !== '-' &&
      !/^[\w.@-]+:/.test(path)
    )
      objectToWrite(machine, { path, how: 'file', state, fields });
  for (const path of valuesOf(options, '-g', '--listed-incremental', '--index-file'))
    objectToWrite(machine, { path, how: 'file', state, fields });
  if (hasFlag(options, '--remove-files'))
    for (const path of options.operands)
      objectToWrite(machine, { path, how: 'remove', state, fields });
  if (!extracts) return nothing(state);
  let inside = state;
  for (const path of valuesOf(options, '--one-top-level'))
    objectToWrite(machine, { path, how: 'tree', state, fields });
  for (const folder of valuesOf(options, '-C', '--directory')) {
    objectToWrite(machine, { path: folder, how: 'tree', state: inside, fields });
    inside = {
      ...changeFolder({ name: 'cd', args: ['--', folder], state: inside }, machine).state,
      stayed: [],
    };
  }
  if (hasFlag(options, '-P', '--absolute-names'))
    objectToWrite(machine, { path: '\uE002', how: 'file', state, fields });
  objectToWrite(machine, { path: '.', how: 'tree', state: inside, fields });
  return nothing(state);
}

/** `tar xfC a.tar dir`: letters whose values follow in their order. */
function bundled([letters = '', ...rest]: readonly string[]): readonly string[] {
  const values = [...rest];
  const options = Array.from(letters).flatMap((letter) =>
    /[fCTXIgbFLNs]/.test(letter) ? [`-${letter}`, values.shift() ?? ''] : [`-${letter}`],
  );
  return [...options, ...values];
}
