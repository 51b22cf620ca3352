import { appendFileSync } from 'node:fs';

/**
 * A plugin of the CLI, loaded into its process: it writes down what the CLI tells its own front
 * ends, of sub-agents too, for the CLI prints the main session alone. It also keeps an agent alone
 * whose config says otherwise in a place that goes over fanin's (an agent's own permissions).
 *
 * The CLI calls every function that this module exports.
 */
export const witness = (given?: { readonly directory?: string }): Promise<object> => {
  const folder = given?.directory ?? process.cwd();
  const file = process.env['FANIN_OPENCODE_EVENTS'];
  if (file === undefined) return Promise.resolve({});
  const alone = process.env['FANIN_OPENCODE_ALONE'] === '1';
  const subAgents = new Set<string>();
  return Promise.resolve({
    event: ({ event }: { readonly event: Told }): Promise<void> => {
      const { id, parentID } = event.properties?.info ?? {};
      if (event.type === 'session.created' && id !== undefined && parentID !== undefined)
        subAgents.add(id);
      if (counts(event)) appendFileSync(file, `${JSON.stringify(event)}\n`);
      return Promise.resolve();
    },
    'tool.execute.before': async (
      call: Call,
      given?: { readonly args: unknown },
    ): Promise<void> => {
      if (alone && call.tool === 'task')
        throw new Error('fanin: this agent works alone, without sub-agents');
      const { tool, sessionID = '' } = call;
      const by = subAgents.has(sessionID) ? sessionID : null;
      await guarded({ tool_name: tool, tool_input: given?.args, cwd: folder, agent_id: by });
    },
  });
};

interface Call {
  readonly tool: string;
  readonly sessionID?: string;
}

/** The guard, loaded into this process from where fanin says it lies. */
interface Judge {
  readonly guardAnswer: (
    agent: string,
    config: string,
    input: string,
  ) => { readonly refusal: string | null };
}

/** Asks the guard; whatever keeps it from answering refuses the call. */
async function guarded(input: object): Promise<void> {
  const given = process.env['FANIN_OPENCODE_GUARD'];
  if (given === undefined) return;
  const { judge, config } = JSON.parse(given) as {
    readonly judge: string;
    readonly config: string;
  };
  const { guardAnswer } = (await import(judge)) as Judge;
  const { refusal } = guardAnswer('opencode', config, JSON.stringify(input));
  if (refusal !== null) throw new Error(refusal);
}

interface Told {
  readonly type: string;
  readonly properties?: {
    readonly part?: Part;
    /** A session; one with a parent is a sub-agent's. */
    readonly info?: { readonly id?: string; readonly parentID?: string };
  };
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
