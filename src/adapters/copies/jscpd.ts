import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEAST_TOKENS } from '../../domain/duplicates/copies/copied-text.ts';
import type {
  CommentStyle,
  CopyText,
  SharedBlock,
} from '../../domain/duplicates/copies/copied-text.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CopyDetector } from '../../ports/copy-detector.ts';
import { run } from '../process/run.ts';
import type { RunOutcome } from '../process/run.ts';
import { openScratch } from '../process/scratch-folder.ts';
import { copyProgram } from './program.ts';
import { readReport } from './read-report.ts';

/** Finds copies by jscpd. Nothing of the texts reaches it but their words: files have numbers for names. */
export const jscpdDetector = (
  program: () => Result<string, Failure> = copyProgram,
): CopyDetector => ({
  detect: async (texts, ms) => {
    if (texts.length < 2) return ok([]);
    const found = program();
    if (!found.ok) return found;
    const scratch = openScratch('copies');
    try {
      await writeTexts(scratch.folder, texts);
      return await detectIn(scratch.folder, found.value, ms);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    } finally {
      scratch.close();
    }
  },
});

/**
 * For each style of comments a format that jscpd cuts word by word, whatever stands there: those that it
 * really parses (JavaScript, TypeScript, Vue …) are cut otherwise where a part of a file does not parse.
 */
const ENDINGS: Readonly<Record<CommentStyle, string>> = {
  slashes: 'kt',
  hash: 'yaml',
  dashes: 'sql',
  semicolon: 'ini',
};

/** What an author may write to be left out: nobody who is compared decides that. */
const IGNORED = /jscpd:ignore/gu;

/** In folders above, whoever can write there could say what is to be left out. */
const LOOK_AT_ALL = '!*\n';

const AT_ONCE = 32;

const writeTexts = async (folder: string, texts: readonly CopyText[]): Promise<void> => {
  await writeFile(join(folder, '.ignore'), LOOK_AT_ALL);
  for (let from = 0; from < texts.length; from += AT_ONCE)
    await Promise.all(
      texts.slice(from, from + AT_ONCE).map(({ style, text }, at) => {
        // The first in order of names is the one that the others are held to be copies of.
        const name = `${String(from + at).padStart(6, '0')}.${ENDINGS[style]}`;
        return writeFile(join(folder, name), text.replaceAll(IGNORED, 'jscpd_ignore'));
      }),
    );
};

const ASKED = [
  `--min-tokens=${String(LEAST_TOKENS)}`,
  '--min-lines=3',
  '--mode=weak',
  '--max-size=8mb',
  '--workers=2',
  '--reporters=json',
  '--no-gitignore',
  '--silent',
  '--no-tips',
];

/** Of what it leaves, in bytes: a report holds the text of every block, and pairs can be as many as lines squared. */
const MOST_REPORT = 32 * 1024 * 1024;
/** Ends what writes more, in the shell's blocks of 512 bytes. */
const BOUNDED = ['/bin/sh', '-c', `ulimit -f ${String(MOST_REPORT / 512)}; exec "$@"`, 'sh'];

const detectIn = async (
  folder: string,
  program: string,
  ms: number,
): Promise<Result<readonly SharedBlock[], Failure>> => {
  const outcome = await run({
    argv: [
      ...(process.platform === 'win32' ? [] : BOUNDED),
      program,
      ...ASKED,
      '--output',
      join(folder, 'report'),
      '.',
    ],
    cwd: folder,
    // Nothing of the person's own: it looks for a config in the working folder, and for git's in HOME.
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder },
    timeoutMs: ms,
    maxBytes: 64 * 1024,
  });
  if (outcome.failure === 'timed-out')
    return err(failure('copies-too-slow', `jscpd was not done in ${String(Math.round(ms))} ms`));
  const report = join(folder, 'report', 'jscpd-report.json');
  if (outcome.signal === 'SIGXFSZ' || (await sizeOf(report)) >= MOST_REPORT)
    return failed('there are more copies than can be told');
  if (outcome.exit !== 0) return failed(saidOf(outcome));
  const blocks = readReport(await readFile(report, 'utf8'));
  return blocks === null ? failed('jscpd left no report that can be read') : ok(blocks);
};

const sizeOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => null);
  return found?.size ?? 0;
};

const saidOf = ({ exit, signal, failure: why, stderr }: RunOutcome): string => {
  const said = stderr.toString('utf8').trim().split('\n', 1)[0] ?? '';
  return `jscpd ended with ${signal ?? why ?? String(exit)}${said === '' ? '' : `: ${said}`}`;
};

const failed = (why: string): Result<never, Failure> => err(failure('copies-failed', why));
