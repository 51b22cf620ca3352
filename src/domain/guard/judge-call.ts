import type { How } from './machine.ts';
import type { Ground, World } from './ground.ts';
import { judgeCommand } from './interpreter.ts';
import type { ToolCall } from './payload/tool-call.ts';
import { outOfScope } from './scope-objection.ts';
import type { Parse } from './shell.ts';
import { startState } from './state.ts';
import { objectionTo, reached } from './targets.ts';
import { gravest, type Objection, type Verdict } from './verdict.ts';

/** What a call of a tool is judged with. */
export interface Judging {
  readonly ground: Ground;
  readonly world: World;
  readonly parse: Parse;
}

/** Whether a call of a tool may go on. */
export function judgeCall(call: ToolCall, judging: Judging): Verdict {
  switch (call.kind) {
    case 'harmless':
      return { verdict: 'allow' };
    case 'shell':
      return judgeCommand({ command: call.command, cwd: call.cwd, ...judging });
    case 'files':
      return gravest([
        ...call.paths.flatMap((path) => filesObjections({ path, how: 'file' }, call.cwd, judging)),
        ...call.removed.flatMap((path) =>
          filesObjections({ path, how: 'remove' }, call.cwd, judging),
        ),
      ]);
    case 'work-copy':
      return {
        verdict: 'deny',
        rule: 'worktrees',
        reason: 'Work copies are made by fanin alone; in one made here work would be lost.',
        instead: 'Work in the workspace as it is; start sub-agents without isolation.',
      };
    case 'unknown':
      return {
        verdict: 'undecidable',
        rule: 'unknown-tool',
        reason: `What the tool ${call.tool} writes is not known.`,
        instead: 'Use the tools for files and commands.',
      };
  }
}

function filesObjections(
  { path, how }: { readonly path: string; readonly how: How },
  cwd: string,
  { ground, world }: Judging,
): readonly Objection[] {
  const home = world.variable('HOME') ?? '';
  const written = path.startsWith('~/') && home !== '' ? home + path.slice(1) : path;
  const write = { path: written, how, state: startState(cwd), fields: [] };
  return reached({ ground, world }, write).flatMap((each) => {
    const objection =
      each.zone === 'workspace'
        ? outOfScope(ground, each.path, how)
        : objectionTo(ground, write, each);
    return objection ?? [];
  });
}
