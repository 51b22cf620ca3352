import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { bypassArgument } from '../launch-checks.ts';
import {
  CONFIG_OPTIONS,
  FEATURE_OPTIONS,
  OPEN_SETTINGS,
  RESERVED_SETTINGS,
  SANDBOX_SETTINGS,
} from './manifest.ts';

/**
 * What is wrong with the arguments of an agent's config, or null. The app server takes settings
 * (`-c key=value`, `--enable`, `--disable`) and little else, so these alone are let through.
 * Codes: `bypass-needs-boundary`, `agent-argument-reserved`.
 */
export function argumentProblem(spec: AgentSpec, boundary: boolean): Failure | null {
  for (let at = 0; at < spec.args.length; at += 1) {
    const argument = spec.args[at] ?? '';
    const [option, attached] = split(argument);
    if (option === '--strict-config') continue;
    if (!isOneOf(CONFIG_OPTIONS, option) && !isOneOf(FEATURE_OPTIONS, option)) {
      return /bypass|sandbox|^-s|full-auto|yolo|add-dir/.test(option)
        ? aroundSandbox(spec, option, boundary)
        : reserved(spec, option);
    }
    if (attached === undefined) at += 1;
    const value = attached ?? spec.args[at] ?? '';
    const setting = isOneOf(CONFIG_OPTIONS, option)
      ? (value.split('=')[0] ?? '').trim()
      : `features.${value}`;
    if (isSetting(OPEN_SETTINGS, setting)) continue;
    if (isSetting(SANDBOX_SETTINGS, setting)) return aroundSandbox(spec, setting, boundary);
    if (isSetting(RESERVED_SETTINGS, setting) || setting === 'features')
      return reserved(spec, setting);
  }
  return null;
}

/** `--config=a=b` is the option and its value. */
function split(argument: string): [string, string?] {
  const at = argument.indexOf('=');
  return argument.startsWith('--') && at !== -1
    ? [argument.slice(0, at), argument.slice(at + 1)]
    : [argument];
}

function aroundSandbox(spec: AgentSpec, what: string, boundary: boolean): Failure {
  if (boundary) return reserved(spec, what);
  const hint = 'Take it out: Codex works in its own sandbox, and writes in the workspace alone.';
  return bypassArgument(spec, what, hint);
}

function reserved(spec: AgentSpec, what: string): Failure {
  return failure(
    'agent-argument-reserved',
    `agent "${spec.name}" has ${what} among its arguments, which fanin sets itself or Codex's app server does not take`,
    {
      hint: 'Take it out; model and effort have keys of their own, settings go as `-c key=value`.',
    },
  );
}

/** The setting itself, one above it (an inline table) never, or one below it. */
const isSetting = (list: readonly string[], setting: string): boolean =>
  list.some((each) => setting === each || setting.startsWith(`${each}.`));

const isOneOf = (list: readonly string[], name: string): boolean => list.includes(name);
