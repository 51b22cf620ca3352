import type { ProjectSurvey } from '../../compose/init.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** What was found in the repository, and by what. */
export function surveyLines({ guess, file }: ProjectSurvey, look: Look): readonly string[] {
  const { setup, checks } = guess;
  const nothing = setup.length + checks.length === 0;
  const head = nothing
    ? `Nothing that fanin knows was found, so ${file} is a frame for you to fill.`
    : `Found ${count(setup.length, 'set-up step')} and ${count(checks.length, 'check')} for ${file}.`;
  const rows = [
    ...setup.map(({ run, reason }) => [cell('setup', 'bold'), cell(run), cell(reason, 'dim')]),
    ...checks.map(({ name, run, reason }) => [cell(name, 'bold'), cell(run), cell(reason, 'dim')]),
  ];
  return [
    ...wrap(head, look.width).map((line) => look.paint('bold', line)),
    ...(rows.length === 0 ? [] : ['', ...table(rows, look)]),
  ];
}

/** What was written, what workspaces will lack, and what to type next. */
export function writtenLines(survey: ProjectSurvey, look: Look): readonly string[] {
  const { file, guess } = survey;
  const unchecked =
    guess.checks.length > 0
      ? []
      : warning('No checks: every delivery will be unverified and wait for you.', look);
  return [
    '',
    ...wrap(`${file} is written. Look at it, then commit it.`, look.width),
    ...unchecked,
    ...leftBehindLines(survey, look),
    '',
    ...table(
      NEXT.map(([command, why]) => [cell(command, 'cyan'), cell(why, 'dim')]),
      look,
    ),
  ];
}

const NEXT = [
  ['fanin doctor', 'looks whether git, agents and the disk are ready'],
  ['fanin run -p "…"', 'a first task'],
] as const;

const MOST_NAMES = 3;

function leftBehindLines({ leftBehind }: ProjectSurvey, look: Look): readonly string[] {
  if (leftBehind.length === 0) return [];
  const more = leftBehind.length - MOST_NAMES;
  const names = `${leftBehind.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const text = `git ignores ${names}, so workspaces will not have ${leftBehind.length === 1 ? 'it' : 'them'}. What checks need of it, name in a file .worktreeinclude.`;
  return warning(text, look);
}

const warning = (text: string, look: Look): readonly string[] =>
  wrap(text, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line));
