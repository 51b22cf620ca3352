import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions, valuesOf } from '../options.ts';
import { reaches } from '../reaching.ts';
import { objectToWrite } from '../targets.ts';
import { isKnown, shown } from '../value.ts';

/** `ln`: a link out of the workspace would open a way for later writes. */
export function runLink({ name, args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(args, '-t --target-directory -S --suffix');
  const into = valuesOf(options, '-t', '--target-directory');
  const { operands } = options;
  const isSingle = into.length === 0 && operands.length < 2;
  const sources = into.length > 0 || isSingle ? operands : operands.slice(0, -1);
  const targets = into.length > 0 ? into : operands.slice(isSingle ? 1 : -1);
  const fields = [name, ...args];
  for (const path of targets)
    objectToWrite(machine, {
      path,
      how: hasFlag(options, '-n', '-T', '-f') ? 'remove' : 'file',
      state,
      fields,
    });
  for (const path of targets)
    if (path.endsWith('/') || into.length > 0)
      objectToWrite(machine, { path, how: 'file', state, fields });
  const isSoft = hasFlag(options, '-s', '--symbolic');
  const [target = '.'] = targets;
  for (const source of sources) {
    // The text of a symbolic link is taken from where the link lies.
    const from =
      isSoft && !source.startsWith('/') && !hasFlag(options, '-r', '--relative')
        ? `${folderOf(target)}${source}`
        : source;
    const found = reaches(machine, state, from) ?? (source === '/' ? { path: '/' } : null);
    if (found !== null)
      machine.object({
        verdict: 'deny',
        rule: 'main-checkout',
        reason: `Writes through a link to ${shown(found.path)} would leave the workspace.`,
        instead: `cp -a ${shown(source)} ${shown(target)}`,
      });
    else if (!isKnown(source))
      machine.object({
        verdict: 'undecidable',
        rule: 'unknown-target',
        reason: `Where the link would lead cannot be told: ${shown(source)}.`,
        instead: 'Name the path that the link leads to.',
      });
  }
  return nothing(state);
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
