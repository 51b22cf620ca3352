import { buildCommand } from '@stricli/core';
import { createInterface } from 'node:readline';
import type { ProjectSurvey } from '../../compose/init.ts';
import { openProject } from '../../compose/project.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { surveyLines, writtenLines } from '../screens/init.ts';

interface Flags extends CommonFlags {
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `fanin init` */
export const route = buildCommand<Flags, [], CommandBench>({
  func: handled(init),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      yes: toggle('Do not ask'),
      force: toggle('Replace a config that is there'),
    },
    aliases: { ...COMMON_ALIASES, y: 'yes' },
  },
  docs: { brief: 'Write a config for this repository' },
});

async function init(cli: Cli, { yes = false, force = false }: Flags): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const { surveyProject, writeConfig } = await import('../../compose/init.ts');
  const survey = await surveyProject(place.value, { force });
  if (!survey.ok) return survey;
  if (!cli.json) cli.out.lines(surveyLines(survey.value, cli.look()));
  if (!yes && !cli.json && !(await agreed(cli, survey.value.file))) {
    cli.err.lines(['Nothing was written.']);
    return ok(EXIT.ok);
  }
  const written = await writeConfig(place.value, survey.value, { force });
  if (!written.ok) return written;
  cli.out.lines(
    cli.json ? [initJson(survey.value, written.value)] : writtenLines(survey.value, cli.look()),
  );
  return ok(EXIT.ok);
}

/** Asks only where somebody is there to answer. */
async function agreed(cli: Cli, file: string): Promise<boolean> {
  if (!cli.out.isTty || !process.stdin.isTTY) return true;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    asking.question(`\nWrite ${file}? [Y/n] `, resolve);
    // Ctrl-C and Ctrl-D are a no.
    asking.once('close', () => resolve('n'));
  });
  asking.close();
  return /^\s*(?:y(?:es)?)?\s*$/iu.test(answer);
}

const initJson = ({ guess, file, leftBehind }: ProjectSurvey, path: string): string =>
  JSON.stringify({ schema: 1, file, path, ...guess, leftBehind });
