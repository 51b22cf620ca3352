import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { formatDuration, formatMinutes } from '../../domain/config/duration.ts';
import type { Plan, Task } from '../../domain/plan/plan.ts';
import { count, shortId, shortRef } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';
import { conflictLines } from './plan-conflicts.ts';
import { proposalLines } from './plan-proposals.ts';
import { scheduleLines } from './plan-schedule.ts';
import { decisionLines, forecastLines } from './plan-time.ts';
import { planWhyLines } from './plan-why.ts';
import { planTree } from './plan-tree.ts';
import type { TreeLine } from './plan-tree.ts';

/** What a run of the plan would look like. `why`: with everything. */
export function planLines(outlook: PlanOutlook, why: boolean, look: Look): readonly string[] {
  const [first = '', ...more] = wrap(headText(outlook), look.width, '', '  ');
  const { tasks, assemble } = outlook.plan;
  const rows = planTree(tasks).map((line) => rowOf(line, assemble));
  return [
    look.paint('bold', first),
    ...more,
    '',
    ...table(rows, look),
    ...block(conflictLines(outlook, why, look)),
    '',
    ...decisionLines(outlook, look),
    ...forecastLines(outlook, look),
    ...block(proposalLines(outlook, look)),
    ...block(scheduleLines(outlook, why, look)),
    ...(why ? block(planWhyLines(outlook, look)) : []),
    ...block(noteLines(outlook, look)),
  ];
}

function headText({ plan, base, targetRef }: PlanOutlook): string {
  const { limits, review } = plan;
  const from = `${shortRef(base.name)}@${shortId(base.commit)}`;
  const target =
    targetRef === null
      ? `a target of its own from ${from}`
      : `target ${shortRef(targetRef)} at ${shortId(base.commit)}`;
  const wall = limits.wallMs === null ? 'no wall limit' : `${formatDuration(limits.wallMs)} wall`;
  const work = limits.agentMs === null ? '' : `, ${formatDuration(limits.agentMs)} agent time`;
  const held = plan.tasks.some(({ isolation }) => hasBoundary(isolation)) ? ', sandbox' : '';
  const by = review.by === 'human' ? `review limit ${review.limit}` : 'checks review';
  return `${count(plan.tasks.length, 'task')} · ${target} · ${wall}${work}, ${limits.live} live, ${by}${held}`;
}

function rowOf(
  { task, branch, followers }: TreeLine<Task>,
  assemble: Plan['assemble'],
): readonly Cell[] {
  return [
    cell(`${branch}${task.id}`, 'bold'),
    cell(task.agent.name),
    figure(sizeText(task), 'dim'),
    task.writes === null
      ? cell('anything: runs alone', 'yellow')
      : cell(scopeText(task.writes.globs.map(({ source }) => source))),
    cell(aroundText(task, followers, task.id === assemble)),
  ];
}

/** `~` stands before what the plan does not say. */
const sizeText = ({ sizeMs, sizeFrom }: Task): string => {
  if (sizeMs === null) return '?';
  return sizeFrom === 'history' ? `~${formatMinutes(sizeMs)}` : formatDuration(sizeMs);
};

const MOST_PATTERNS = 3;

const scopeText = (patterns: readonly string[]): string => {
  const more = patterns.length - MOST_PATTERNS;
  return [...patterns.slice(0, MOST_PATTERNS), ...(more > 0 ? [`+${more}`] : [])].join(' ');
};

function aroundText(
  { needs, locks, checks }: Task,
  followers: readonly string[],
  assembles: boolean,
): string {
  const parts = [
    needs.length > 0 ? `after ${needs.join(', ')}` : followers.length === 0 ? 'free' : '',
    needs.length > 0 || followers.length === 0 ? '' : followersText(followers),
    assembles ? 'puts the whole together' : '',
    locks.length === 0 ? '' : `lock ${locks.join(', ')}`,
    checks.length === 0 ? 'no checks' : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

const MOST_FOLLOWERS = 3;

function followersText(followers: readonly string[]): string {
  if (followers.length > MOST_FOLLOWERS) return `${followers.length} tasks wait for it`;
  const [last = ''] = followers.slice(-1);
  const names = followers.length === 1 ? last : `${followers.slice(0, -1).join(', ')} and ${last}`;
  return `${names} ${followers.length === 1 ? 'waits' : 'wait'} for it`;
}

/** What a person should know before the start, the gravest first. */
function noteLines({ notes, held, missing }: PlanOutlook, look: Look): readonly string[] {
  const said = [
    ...missing.map(({ message, hint }) => `${message}${hint === undefined ? '' : ` — ${hint}`}`),
    ...heldTexts(held),
    ...notes,
  ];
  return said.flatMap((text) =>
    wrap(text, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line)),
  );
}

/** One sentence a holder and reason: a holder that declares no writes holds everything. */
function heldTexts(held: PlanOutlook['held']): readonly string[] {
  const texts = [...new Set(held.map(({ text }) => text))];
  return texts.map((text) => {
    const same = held.filter((each) => each.text === text);
    const tasks = same.map(({ task }) => task).join(', ');
    return `${tasks} would wait: ${text}; fanin drop ${same[0]?.holder ?? ''} would free it`;
  });
}

const block = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', ...lines];
