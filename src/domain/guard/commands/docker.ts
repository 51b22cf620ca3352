import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { readOptions, valuesOf } from '../options.ts';
import { reaches } from '../reaching.ts';
import { shown } from '../value.ts';

const VALUED =
  '-v --volume --mount -w --workdir -e --env --name -p --publish --network --entrypoint -u --user --volumes-from --device --tmpfs -f --file -t --tag --project-directory --build-arg --target --env-file --cidfile --iidfile -H --host --context -o --output';

/** `docker`, `podman`: folders of the host that it is given. */
export function runDocker({ name, args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(args, VALUED);
  const sources = [
    ...valuesOf(options, '-v', '--volume').map((each) => each.split(':')[0] ?? ''),
    ...valuesOf(options, '--mount').map((each) => /(?:source|src)=([^,]+)/.exec(each)?.[1] ?? ''),
    ...valuesOf(
      options,
      '-f',
      '--file',
      '--project-directory',
      '-o',
      '--output',
      '--cidfile',
      '--iidfile',
      '--env-file',
    ),
    ...(args[0] === 'cp' ? options.operands.slice(1) : []),
  ];
  for (const source of sources) {
    const found = source === '/' ? { path: '/' } : reaches(machine, state, source);
    if (found !== null)
      machine.object({
        verdict: 'deny',
        rule: 'main-checkout',
        reason: `${name} would give ${shown(found.path)} to a container that can write in it.`,
        instead: `Mount the workspace instead: -v ${machine.ground.workspace}:…`,
      });
  }
  // What would run in a container with the workspace alone stays there.
  return nothing(state);
}
