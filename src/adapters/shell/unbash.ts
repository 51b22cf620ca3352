import { parse as parseBash } from 'unbash';
import type { Script } from '../../domain/guard/shell.ts';
import type { ShellParser } from '../../ports/shell-parser.ts';
import { toScript } from './nodes.ts';
import { plainScript } from './plain.ts';

const UNREADABLE: Script = { body: [], broken: true };

/** Command lines as bash reads them, by the package unbash. */
export const shellParser: ShellParser = {
  parse: (text) => {
    try {
      return plainScript(text) ?? toScript(parseBash(text));
    } catch {
      // It is made never to throw; a fault of it is no reason to let a command through.
      return UNREADABLE;
    }
  },
};
