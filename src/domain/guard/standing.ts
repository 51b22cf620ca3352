import type { Call, Machine } from './machine.ts';
import { walked } from './paths.ts';
import { MARK, shown } from './value.ts';
import { rendered } from './render.ts';
import { zoneOf } from './zones.ts';
import { ownPath } from './targets.ts';

/** Objects to a command that writes where it stands, if it may stand outside the workspace. */
export function objectToStanding(machine: Machine, { name, args, state }: Call): void {
  const { ground, world } = machine;
  for (const cwd of state.cwds) {
    for (const place of cwd === MARK.any ? [MARK.any] : walked(world, cwd, '.', [])) {
      const zone = zoneOf(ground, place);
      if (zone === 'main' || zone === 'neighbour' || zone === 'shared-git') {
        const right = ownPath(ground, place);
        machine.object({
          verdict: 'deny',
          rule:
            zone === 'main' ? 'main-checkout' : zone === 'neighbour' ? 'neighbour' : 'shared-git',
          reason: `${shown(name)} would run in ${shown(place)}, which is not the workspace.`,
          instead:
            right === ground.workspace
              ? `${rendered([name, ...args])} (in ${ground.workspace})`
              : `cd ${shown(right)} && ${rendered([name, ...args])}`,
        });
      } else if (zone === 'unknown') {
        machine.object({
          verdict: 'undecidable',
          rule: 'unknown-folder',
          reason: `Where ${shown(name)} would run cannot be told from the command.`,
          instead: 'Name the folder itself: `cd packages/app && …`.',
        });
      } else if (zone === 'above') {
        machine.object({
          verdict: 'undecidable',
          rule: 'reaches-out',
          reason: `${shown(name)} would run in ${shown(place)}, above the workspace.`,
          instead: `${rendered([name, ...args])} (in ${ground.workspace})`,
        });
      }
    }
  }
}
