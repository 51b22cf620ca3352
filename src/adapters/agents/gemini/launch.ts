import { createHash } from 'node:crypto';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import { hookCommand } from '../guard-hook.ts';
import {
  argumentProblem,
  capProblem,
  effortProblem,
  type ArgumentRule,
  type EffortRule,
} from '../launch-checks.ts';
import { programBeside } from '../../process/program-beside.ts';
import type { DriverConfig } from './driver-config.ts';
import { MANIFEST, OWN_HOME, RESERVED_ARGUMENTS } from './manifest.ts';
import { policies } from './policy.ts';

/**
 * What to start for an attempt: the driver, which starts the CLI. The brief goes by the CLI's
 * standard input.
 * Codes: `agent-effort-unknown`, `agent-argument-reserved`, `agent-delegation-unsupported`.
 */
export function launch(
  request: LaunchRequest,
  node: string,
  hook: string | null = null,
): Result<Launch, Failure> {
  const { spec, brief, folder, boundary, handoffFile } = request;
  const wrong =
    effortProblem(spec, EFFORT_RULE) ??
    argumentProblem(spec, ARGUMENT_RULE) ??
    capProblem(request, `${MANIFEST.title} knows no cap`);
  if (wrong !== null) return err(wrong);
  const program = programOf(spec, MANIFEST);
  const rules = policies(request);
  const handoff = { file: handoffFile, folder: `${request.scratch}/handoff` };
  const command = hookCommand(request, 'gemini', { node, hook });
  const config: DriverConfig = {
    program,
    session: sessionOf(folder),
    brief,
    common: [
      '--approval-mode',
      boundary ? 'yolo' : 'auto_edit',
      // Nobody is there to be asked whether this folder, which fanin has made, is to be trusted.
      '--skip-trust',
      '--include-directories',
      handoff.folder,
      ...rules.flatMap(({ name }) => ['--admin-policy', `${folder}/${name}`]),
      ...(spec.model === undefined ? [] : ['--model', spec.model]),
      ...spec.args,
    ],
    handoff,
    needsPolicy: rules.length > 0,
    guard: command === null ? null : { command, home: `${request.scratch}/${OWN_HOME}` },
  };
  return ok({
    argv: [node, programBeside(import.meta.url, 'driver-main'), `${folder}/driver.json`],
    // A boundary holds it already; its own sandbox would be a container with another home.
    env: { ...commonEnv(request), ...(boundary ? { GEMINI_SANDBOX: 'false' } : {}) },
    files: [{ name: 'driver.json', content: `${JSON.stringify(config, null, 2)}\n` }, ...rules],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt: brief,
      model: spec.model ?? '',
      effort: '',
      tools: JSON.stringify(policies({ ...request, delegation: { mode: 'native' } })),
      binary: program,
      arguments: JSON.stringify(spec.args),
    },
  });
}

/** An attempt is started once, and no two share a folder. Made here: a driver would have to load `node:crypto` first. */
const sessionOf = (folder: string): string => {
  const hex = createHash('sha256').update(folder).digest('hex');
  // Version 8 of RFC 9562: of the maker's own choice.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
};

const EFFORT_RULE: EffortRule = {
  title: MANIFEST.title,
  efforts: [],
  hint: 'It has none at all: how hard a model thinks is set by `modelConfigs` in its settings.json.',
};

const ARGUMENT_RULE: ArgumentRule = {
  reserved: RESERVED_ARGUMENTS,
  // A short option takes its value with or without a space, and several can be one word.
  joined: /^-[a-z]*[ilmoprswy]/,
  hint: 'Take it out of the arguments of the agent; a model goes into `model`.',
};
