import { readOptions, type Options } from '../options.ts';
import type { Machine, How } from '../machine.ts';
import type { State } from '../state.ts';
import { objectToWrite } from '../targets.ts';
import type { Rule } from '../verdict.ts';

/** A git command in the workspace's own repository, as the rules of single subcommands see it. */
export interface GitContext {
  readonly machine: Machine;
  readonly state: State;
  readonly subcommand: string;
  readonly args: readonly string[];
  /** Whether refs, settings and objects are those of all work copies. */
  readonly shared: boolean;
}

export const optionsOf = ({ args }: GitContext, valued = ''): Options => readOptions(args, valued);

/** Refuses, with the command that would be right. */
export function refuse({ machine }: GitContext, rule: Rule, reason: string, instead: string): void {
  machine.object({ verdict: 'deny', rule, reason, instead });
}

export function doubt({ machine }: GitContext, rule: Rule, reason: string, instead: string): void {
  machine.object({ verdict: 'undecidable', rule, reason, instead });
}

export function writes(
  { machine, state, subcommand, args }: GitContext,
  paths: readonly string[],
  how: How = 'file',
): void {
  for (const path of paths)
    objectToWrite(machine, { path, how, state, fields: ['git', subcommand, ...args] });
}

export function runsTexts({ machine, state }: GitContext, texts: readonly string[]): void {
  for (const text of texts) machine.script(text, state);
}

/** Whether a branch is the attempt's own; where its names are unknown, nothing is said of others. */
export const isOwnBranch = ({ machine }: GitContext, name: string): boolean => {
  const { branches } = machine.ground;
  return branches === null || name.replace(/^refs\/heads\//, '').startsWith(branches);
};
