import { openProject } from '../../compose/project.ts';
import { readReceipt } from '../../compose/attempt-reader.ts';
import type { Cli } from '../app/cli.ts';
import { eventText } from '../screens/event-line.ts';
import type { Look } from '../text/look.ts';
import { eventLines } from '../watch/print-events.ts';
import type { RunView } from './run-view.ts';

/** One line for each event that a person cares about. With `--json` they are talk: the data comes at the end. */
export function plainView(cli: Cli): RunView {
  const place = openProject(cli.cwd);
  const to = cli.json ? cli.err : cli.out;
  const look = (): Look => (cli.json ? cli.errLook() : cli.look());
  return {
    event: (event, run) => {
      const text = eventText(event, {
        agentOf: (task) => run.plan.tasks.find(({ id }) => id === task)?.agent.name ?? '',
        receiptOf: (attempt) => (place.ok ? readReceipt(place.value, attempt) : null),
      });
      if (text !== null) to.lines(eventLines(cli.now(), text, look()));
    },
    say: (text) => cli.err.lines([text]),
    close: () => undefined,
  };
}
