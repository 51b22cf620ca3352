import type { LookBack } from '../../compose/demo/look-back.ts';
import type { DemoPlace } from '../../compose/demo/make-demo.ts';
import { LANDING, SCENE } from '../../compose/demo/scene.ts';
import { harvestRef } from '../../domain/ids.ts';
import { newestAttempt } from '../model/run-model.ts';
import type { AttemptModel, RunModel, TaskModel } from '../model/run-model.ts';
import type { Lane } from './lanes.ts';

/** What a demo came to, for scripts; screens tell the same in words. `schema` is bumped with every change of shape. */
export interface DemoOutcome {
  readonly schema: 2;
  /** Whether the scene played as it was written. */
  readonly ok: boolean;
  /** What did not, as sentences. */
  readonly problems: readonly string[];
  readonly folder: string;
  readonly app: string;
  readonly run: string;
  readonly ms: number;
  readonly target: {
    readonly ref: string;
    readonly commit: string;
    readonly log: readonly string[];
  };
  /** Tasks in the order they landed. */
  readonly landed: readonly string[];
  /** Those that want the same file, in the order they had their turns. */
  readonly turns: { readonly file: string; readonly tasks: readonly string[] };
  readonly twins: readonly {
    readonly task: string;
    readonly helper: string;
    readonly file: string;
  }[];
  /** What fanin says about it, in the receipt of whichever came second; null: nothing. */
  readonly duplicate: string | null;
  readonly contradicted: {
    readonly task: string;
    readonly claim: string;
    readonly because: string | null;
  };
  /** `signal`: the one that ended it in the end; `ref` and `commit`: where its work is kept. */
  readonly stopped: {
    readonly task: string;
    readonly reason: string;
    readonly signal: string | null;
    readonly ref: string;
    readonly commit: string | null;
  };
  /** Whether branch, index and files of the main checkout are as they were. */
  readonly untouched: boolean;
  /** Processes of agents that are still there. */
  readonly left: readonly number[];
}

/** Everything that is known after a demo. */
export interface DemoFacts {
  readonly place: DemoPlace;
  readonly model: RunModel;
  readonly lanes: readonly Lane[];
  readonly back: LookBack;
}

/** The ref that holds what the hung agent did. */
export const keptRef = (run: string): string => harvestRef(run, SCENE.hung.task, 1);

/** Holds what happened against the scene as it was written. */
export function outcomeOf(facts: DemoFacts): DemoOutcome {
  const { place, model, lanes, back } = facts;
  const problems = [
    ...LANDING.flatMap((id) => landingProblems(model, id)),
    ...turnProblems(lanes),
    ...liarProblems(model),
    ...twinProblems(model),
    ...hungProblems(model, back),
    ...(back.untouched ? [] : ['the main checkout is not as it was']),
    ...(back.left.length === 0 ? [] : [`processes are left: ${back.left.join(', ')}`]),
  ];
  const hung = firstAttempt(model, SCENE.hung.task);
  return {
    schema: 2,
    ok: problems.length === 0,
    problems,
    folder: place.folder,
    app: place.app,
    run: model.id,
    ms: (model.run.endedAt ?? model.run.startedAt) - model.run.startedAt,
    target: { ref: model.run.targetRef, commit: model.run.target, log: back.log },
    landed: inOrder(lanes.filter(({ end }) => end === 'landed')),
    turns: { file: SCENE.turns.file, tasks: turns(lanes).map(taskOf) },
    twins: SCENE.twins,
    duplicate: duplicateOf(model),
    contradicted: { ...SCENE.liar, because: contradiction(model) },
    stopped: {
      task: SCENE.hung.task,
      reason: hung?.reason ?? 'it was not started',
      signal: lanes.find(({ attempt }) => attempt === hung?.id)?.signal ?? null,
      ref: keptRef(model.id),
      commit: back.kept,
    },
    untouched: back.untouched,
    left: back.left,
  };
}

const taskNamed = (model: RunModel, id: string): TaskModel | undefined =>
  model.tasks.find((task) => task.id === id);

const firstAttempt = (model: RunModel, id: string): AttemptModel | undefined =>
  taskNamed(model, id)?.made[0];

const taskOf = ({ label }: Lane): string => label.replace(/#\d+$/u, '');

const inOrder = (lanes: readonly Lane[]): readonly string[] =>
  lanes.toSorted((a, b) => a.to - b.to).map(taskOf);

function landingProblems(model: RunModel, id: string): readonly string[] {
  const task = taskNamed(model, id);
  if (task?.phase === 'landed') return [];
  const attempt = task === undefined ? null : newestAttempt(task);
  const reason = [task?.reason, attempt?.reason].find((text) => text !== undefined && text !== '');
  return [
    `${id} did not land, it is ${task?.phase ?? 'missing'}${reason === undefined ? '' : `: ${reason}`}`,
  ];
}

const turns = (lanes: readonly Lane[]): readonly Lane[] => {
  const names: readonly string[] = SCENE.turns.tasks;
  return lanes.filter((lane) => names.includes(taskOf(lane))).toSorted((a, b) => a.from - b.from);
};

function turnProblems(lanes: readonly Lane[]): readonly string[] {
  const ordered = turns(lanes);
  return ordered.flatMap((lane, index) => {
    const before = ordered[index - 1];
    return before === undefined || before.to <= lane.from
      ? []
      : [
          `${lane.label} began before ${before.label} had landed, though both write ${SCENE.turns.file}`,
        ];
  });
}

const twinReceipts = (model: RunModel) =>
  SCENE.twins.flatMap(({ task }) => {
    const found = taskNamed(model, task);
    const receipt = found === undefined ? null : (newestAttempt(found)?.receipt ?? null);
    return receipt === null ? [] : [receipt];
  });

/** The finding that names both helpers. */
const duplicateOf = (model: RunModel): string | null =>
  twinReceipts(model)
    .flatMap(({ findings }) => findings)
    .find(
      ({ kind, text }) =>
        kind === 'duplicate' && SCENE.twins.every(({ helper }) => text.includes(helper)),
    )?.text ?? null;

/** Where the parser is not installed, nobody can see it. */
const twinProblems = (model: RunModel): readonly string[] =>
  duplicateOf(model) === null && twinReceipts(model).some(({ exports }) => exports.measured)
    ? ['the helper that was written twice was not found']
    : [];

/** The evidence against the liar's claim; null when nothing contradicts it. */
const contradiction = (model: RunModel): string | null =>
  firstAttempt(model, SCENE.liar.task)?.receipt?.claims.find(
    ({ text, verdict }) => text === SCENE.liar.claim && verdict === 'contradicted',
  )?.because ?? null;

function liarProblems(model: RunModel): readonly string[] {
  const { task } = SCENE.liar;
  const phase = taskNamed(model, task)?.phase;
  return [
    ...(phase === 'parked'
      ? []
      : [`${task} should have been returned, it is ${phase ?? 'missing'}`]),
    ...(contradiction(model) === null ? [`nothing contradicts what ${task} claims`] : []),
  ];
}

function hungProblems(model: RunModel, { kept }: LookBack): readonly string[] {
  const { task } = SCENE.hung;
  const attempt = firstAttempt(model, task);
  const stopped = attempt?.outcome === 'salvaged';
  return [
    ...(stopped
      ? []
      : [
          `${task} should have been stopped with its work kept, it was ${attempt?.outcome ?? 'not started'}`,
        ]),
    ...(kept !== null && kept === attempt?.commit
      ? []
      : [`${keptRef(model.id)} does not hold what ${task} did`]),
  ];
}
