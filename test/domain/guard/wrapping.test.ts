import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listed } from './guard-lists.ts';
import { judge } from './guard-scene.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Ways of writing a command inside another; each runs it, or may. */
const WRAPPINGS: readonly ((command: string) => string)[] = [
  (command) => `sh -c ${quoted(command)}`,
  (command) => `bash -lc ${quoted(command)}`,
  (command) => `(\n${command}\n)`,
  (command) => `{\n${command}\n}`,
  (command) => `true &&\n{\n${command}\n}`,
  (command) => `false ||\n{\n${command}\n}`,
  (command) => `if true; then\n${command}\nfi`,
  (command) => `f() {\n${command}\n}\nf`,
  (command) => `for i in 1 2; do\n${command}\ndone`,
  (command) => `while read -r line; do\n${command}\ndone < list`,
  (command) => `case x in\n*)\n${command}\n;;\nesac`,
  (command) => `echo "$(\n${command}\n)"`,
  (command) => `{\n${command}\n} > out.txt 2>&1`,
  (command) => `{\n${command}\n} | cat`,
  (command) => `eval ${quoted(command)}`,
  (command) => `timeout 5 bash -c ${quoted(command)}`,
  (command) => `env A=1 sh -c ${quoted(command)}`,
  (command) => `printf '%s' ${quoted(command)} | sh`,
  (command) => `bash <<< ${quoted(command)}`,
  (command) => `trap ${quoted(command)} EXIT`,
];

/** Commands whose text stands by itself: no here-document, no loop around it, nothing unclosed. */
const denied = listed('attacks')
  .map(({ command }) => command)
  .filter((command) => !/<<|\\$|#|\bexit\b|^coproc|\$[@*0-9]|&\s*$/m.test(command))
  .filter((command) => judge(command).verdict === 'deny');

describe('a denied command', () => {
  it('is not allowed in whatever stands around it', () => {
    expect(denied.length).toBeGreaterThan(500);
    fc.assert(
      fc.property(
        fc.constantFrom(...denied),
        fc.array(fc.constantFrom(...WRAPPINGS), { minLength: 1, maxLength: 3 }),
        (command, wrappings) => {
          const text = wrappings.reduce((inner, wrap) => wrap(inner), command);
          expect(judge(text).verdict, text).not.toBe('allow');
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('is not allowed behind something harmless, or before it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...denied),
        fc.constantFrom('ls', 'npm test', 'A_B=1', 'cd src', 'git status', 'echo "$HOME"'),
        fc.constantFrom('; ', ' && ', '\n', ' & '),
        (command, other, sign) => {
          // What comes after `cd src` starts in another folder, and may be harmless there.
          if (other !== 'cd src')
            expect(judge(other + sign + command).verdict, other + sign + command).not.toBe('allow');
          expect(judge(command + sign + other).verdict, command + sign + other).not.toBe('allow');
        },
      ),
      { numRuns: 800 },
    );
  });
});
