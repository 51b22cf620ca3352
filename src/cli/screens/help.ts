import type { ListedCommand } from '../command-list.ts';

/** The help of `fanin` itself. */
export function helpLines(commands: readonly ListedCommand[]): readonly string[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return [
    'fanin: many coding agents on one git repository, joined by evidence',
    '',
    '  fanin run -p "…" -p "…"     tasks from the command line',
    '  fanin run                   the tasks of plan.yaml',
    '  fanin review                what waits for you',
    ...groups.flatMap((group) => [
      '',
      group,
      ...commands.filter((each) => each.group === group).map(commandLine),
    ]),
    '',
    'Every command takes --json, --no-color, -C <dir>, --run <id> and --help.',
    'Exit codes: 0 done · 1 failed · 2 wrong usage or plan · 3 waits for you · 4 refused ·',
    '            5 the environment is at fault · 70 fanin is · 130 interrupted',
  ];
}

const commandLine = ({ name, brief }: ListedCommand): string => `  ${name.padEnd(9)} ${brief}`;
