import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation } from '../../../rig/conversation.ts';
import { marker, type AnswerStep, type Step as ModelStep } from '../../../rig/script.ts';
import { isLast, type Answer, type Parts, type Take } from './answers.ts';
import type { Scene, Stage } from './stage.ts';

/** Where the record of a marked step is found: by an id or a text that its agent's file has there. */
export interface Mark {
  readonly agent: string;
  readonly needle: string;
}

/** Says what the model answers, each time and in its order. */
export interface Director {
  readonly direct: (asked: Conversation, id: string) => Promise<ModelStep>;
  readonly marks: readonly Mark[];
  /** Resolves at the minute in which the program is to be ended; never where it ends by itself. */
  readonly cutOff: Promise<void>;
  /** What has not been said. */
  readonly left: () => readonly string[];
}

interface Direction {
  readonly parts: Parts;
  readonly stage: Stage;
  readonly workspace: string;
  /** Seconds a minute. */
  readonly pace: number;
}

/** An answer is given when its time has come, and all that lies before it has been done. */
export function makeDirector({ parts, stage, workspace, pace }: Direction): Director {
  const queues = new Map<string, (Answer | Take)[]>();
  for (const item of parts.items) queues.set(item.agent, [...(queues.get(item.agent) ?? []), item]);
  const answers = parts.items.filter((item): item is Answer => item.kind === 'answer');
  const issued = new Set<Answer>();
  const over = new Set<Answer>();
  const last = new Map<string, Answer>();
  const awake = new Set<string>();
  const beside: string[] = [];
  const marks: Mark[] = [];
  const cutOff = Promise.withResolvers<void>();
  let start: number | null = null;

  const isFree = (answer: Answer): boolean =>
    answers.every(
      (each) =>
        each === answer ||
        each.at > answer.at ||
        (each.at === answer.at && answers.indexOf(each) > answers.indexOf(answer)) ||
        (issued.has(each) && (over.has(each) || each.until === null || each.until > answer.at)),
    );
  const spawnedBy = ({ steps }: Answer): readonly string[] =>
    steps.filter(({ verb }) => verb === 'spawn').map(({ args }) => args.split(' ')[0] ?? '');
  const turn = async (answer: Answer): Promise<void> => {
    const due = (start ?? 0) + answer.at * pace * 1000;
    while (performance.now() < due || !isFree(answer)) await sleep(5);
  };
  const wake = (agent: string): void => {
    if (start === null) {
      start = performance.now();
      if (parts.endAt !== null) void sleep(parts.endAt * pace * 1000).then(() => cutOff.resolve());
    }
    awake.add(agent);
    const before = last.get(agent);
    if (before !== undefined) over.add(before);
    for (const each of issued) {
      const children = spawnedBy(each);
      if (children.length > 0 && children.every((child) => awake.has(child))) over.add(each);
    }
  };

  return {
    marks,
    cutOff: cutOff.promise,
    left: () =>
      answers.filter((each) => !issued.has(each)).map(({ agent, at }) => `${agent} ${at}`),
    direct: async (asked, id) => {
      const agent = asked.script ?? '';
      const scene: Scene = {
        asked,
        workspace,
        beside,
        brief: (child, text) => `${text} ${marker(child)}`,
        command: (text) => inSeconds(text, pace),
      };
      wake(agent);
      const queue = queues.get(agent) ?? [];
      const before = last.get(agent);
      const awaited = (before === undefined ? [] : before.steps)
        .filter(({ verb, args }) => verb === 'spawn' && !args.endsWith(' bg'))
        .map(({ args }) => args.split(' ')[0] ?? '');
      if (stage.waitsByCall && awaited.some((child) => !stage.hasHeard(child, scene)))
        return stage.rest;
      for (;;) {
        const next = queue[0];
        if (next?.kind !== 'take') break;
        if (!stage.hasHeard(next.child, scene)) return stage.rest;
        queue.shift();
        if (stage.fetch !== undefined) return stage.fetch(next.child, scene);
      }
      const next = queue[0];
      if (next === undefined) {
        // A request that failed is made again, and a notice that comes late asks again for an answer; what is at work
        // without a word is at work until it is stopped.
        const ended = before?.steps.find(({ verb }) => verb === 'fail' || verb === 'final');
        if (ended === undefined) return new Promise(() => undefined);
        return ended.verb === 'fail' ? failureOf(ended.text) : { text: ended.text ?? '' };
      }
      if (next.kind === 'take') return stage.rest;
      const first = stage.before?.(next.steps, scene) ?? null;
      if (first !== null) return first;
      queue.shift();
      await turn(next);
      last.set(agent, next);
      issued.add(next);
      if (isLast(next)) over.add(next);
      for (const { verb, args } of next.steps)
        if (verb === 'spawn' && args.endsWith(' bg')) beside.push(args.split(' ')[0] ?? '');
      const step = answerOf(stage, next, scene);
      for (const [at, { marked, text }] of next.steps.entries())
        if (marked)
          marks.push({ agent, needle: isLast(next) ? spelled(text ?? '') : `_${id}_${at}` });
      return step;
    },
  };
}

/** How a text begins, as JSON has it. */
const spelled = (text: string): string => JSON.stringify(text).slice(1, -1).slice(0, 60);

/** `<<n>>`: n minutes of a scenario, in seconds. */
export const inSeconds = (text: string, pace: number): string =>
  text.replaceAll(/<<([\d.]+)>>/g, (_, minutes: string) =>
    String(Math.round(Number(minutes) * pace * 100) / 100),
  );

const failureOf = (text: string | null): ModelStep => ({
  status: 400,
  error: 'invalid_request_error',
  message: text ?? 'It failed.',
});

const FULL = 240_000;

function answerOf(stage: Stage, { steps, said }: Answer, scene: Scene): ModelStep {
  const [only] = steps;
  if (only?.verb === 'fail') return failureOf(only.text);
  if (only?.verb === 'done' || only?.verb === 'final') return { text: only.text ?? '' };
  const joined = stage.join?.(steps, scene) ?? null;
  const answer: AnswerStep = {
    // The program takes its context for full, and makes it shorter before it asks again.
    ...(steps.some(({ verb }) => verb === 'compact') ? { usage: { input: FULL } } : {}),
    calls: joined === null ? steps.map((step) => stage.call(step, scene)) : [joined],
  };
  return said === null ? answer : { text: said, ...answer };
}
