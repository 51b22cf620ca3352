import type { DemoPlace } from '../../compose/demo/make-demo.ts';
import { SCENE } from '../../compose/demo/scene.ts';
import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { conflictLines } from './plan-conflicts.ts';

/** What is about to happen, before anything starts. */
export function demoBeforeLines(
  { app }: DemoPlace,
  outlook: PlanOutlook,
  look: Look,
): readonly string[] {
  const { plan } = outlook;
  const { turns, twins, liar, hung } = SCENE;
  const cast = [
    `${turns.tasks.join(', ')} want the same file`,
    `${twins.map(({ task }) => task).join(' and ')} write the same helper under two names`,
    `${liar.task} says that its tests pass, and they fail`,
    `${hung.task} hangs`,
  ];
  return [
    look.paint(
      'bold',
      `${plan.tasks.length} agents on one small repository, at most ${plan.limits.live} at once`,
    ),
    ...wrap(
      'The agents are scripted: real processes in real git work copies, with steps from a file. No model is called, their token figures are made up.',
      look.width,
    ),
    ...wrap(`${cast.join('; ')}.`, look.width),
    `In ${app}`,
    '',
    ...conflictLines(outlook, false, look),
    '',
    look.paint('cyan', '$ fanin run'),
  ];
}
