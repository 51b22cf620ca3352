import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { IsolationLevel } from '../../domain/attempt/attempt.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { Share } from '../../ports/boundary.ts';
import type { CommandSpec } from '../../ports/commands.ts';
import type { Provision } from '../../ports/provisions.ts';
import { NOTHING_MORE } from '../../ports/workspaces.ts';
import type { Workspaces } from '../../ports/workspaces.ts';

/** A workspace or a check copy. */
export interface EnteredPlace {
  readonly path: string;
  readonly level: IsolationLevel;
}

/**
 * The command as it must be started there. Without a boundary it finds everything of the host; behind
 * one what is provided, which is looked for then alone, and `files` (absolute, read-only). Codes: those
 * of the workspaces port.
 */
export const enterPlace = (
  deps: { readonly workspaces: Pick<Workspaces, 'enter'> },
  place: EnteredPlace,
  command: CommandSpec,
  {
    provide,
    files = [],
  }: { readonly provide: () => Provision; readonly files?: readonly string[] },
): Promise<Result<CommandSpec, Failure>> => {
  if (!hasBoundary(place.level)) return deps.workspaces.enter(place, command, NOTHING_MORE);
  const { needs, env } = provide();
  const own = files.map((path): Share => ({ from: path, to: path, write: false }));
  return deps.workspaces.enter(
    place,
    { ...command, env: { ...env, ...command.env } },
    { ...needs, shares: [...needs.shares, ...own] },
  );
};
