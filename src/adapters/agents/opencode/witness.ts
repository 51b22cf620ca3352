import { appendFileSync } from 'node:fs';

/**
 * A plugin of the CLI, loaded into its process: it writes down what the CLI tells its own front
 * ends, of sub-agents too, for the CLI prints the main session alone. It also keeps an agent alone
 * whose config says otherwise in a place that goes over fanin's (an agent's own permissions).
 *
 * The CLI calls every function that this module exports.
 */
export const witness = (): Promise<object> => {
  const file = process.env['FANIN_OPENCODE_EVENTS'];
  if (file === undefined) return Promise.resolve({});
  const alone = process.env['FANIN_OPENCODE_ALONE'] === '1';
  return Promise.resolve({
    event: ({ event }: { readonly event: Told }): Promise<void> => {
      if (counts(event)) appendFileSync(file, `${JSON.stringify(event)}\n`);
      return Promise.resolve();
    },
    'tool.execute.before': ({ tool }: { readonly tool: string }): Promise<void> =>
      alone && tool === 'task'
        ? Promise.reject(new Error('fanin: this agent works alone, without sub-agents'))
        : Promise.resolve(),
  });
};

interface Told {
  readonly type: string;
  readonly properties?: { readonly part?: Part };
}

interface Part {
  readonly type: string;
  readonly time?: { readonly end?: number };
  readonly state?: { readonly status?: string; readonly metadata?: { readonly output?: unknown } };
}

/** A part is told again with each of its characters: those that are done are enough, and beginnings of tools. */
function counts({ type, properties }: Told): boolean {
  switch (type) {
    case 'session.created':
    case 'session.error':
    case 'session.status':
    case 'session.compacted':
    case 'message.updated':
      return true;
    case 'message.part.updated':
      return partCounts(properties?.part);
    default:
      return false;
  }
}

function partCounts(part: Part | undefined): boolean {
  switch (part?.type) {
    case 'text':
    case 'reasoning':
      return part.time?.end !== undefined;
    case 'tool':
      // While a command runs its output so far comes again and again.
      return part.state?.status !== 'running' || part.state.metadata?.output === undefined;
    default:
      return part !== undefined;
  }
}
