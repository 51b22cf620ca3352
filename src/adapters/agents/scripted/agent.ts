import { existsSync } from 'node:fs';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Agent } from '../../../ports/agent.ts';
import { driverInput } from '../driver-link.ts';
import { programBeside } from '../../process/program-beside.ts';
import { commonEnv } from '../common-env.ts';
import { scriptedDecoder } from './decoder.ts';

/** What the scripted agent needs from outside. */
export interface ScriptedAgentDeps {
  /** The node binary that runs it. */
  readonly node: string;
}

/** An agent that follows a script: for demonstrations and tests, without a model. */
export function scriptedAgent(deps: ScriptedAgentDeps): Agent {
  return {
    name: 'scripted',
    capabilities: {
      message: 'mid-turn',
      asks: true,
      resume: false,
      guarded: 'never',
      hooksNameSubAgents: false,
      delegation: ['off', 'capped', 'native'],
      aboveCap: null,
      usage: 'live',
      cost: false,
      heldBy: 'nothing',
      commits: true,
      needsTty: false,
      output: 'records',
    },
    manifest: null,
    detect: (spec) => {
      const script = scriptOf(spec);
      if (!script.ok) return Promise.resolve(script);
      const there = existsSync(script.value);
      return Promise.resolve(
        there
          ? ok({ version: '1', limits: [] })
          : err(noScript(spec, `${script.value} is not there`)),
      );
    },
    login: () => Promise.resolve({ state: 'in', text: 'needs no log-in' }),
    launch: (request) => {
      const script = scriptOf(request.spec);
      if (!script.ok) return script;
      const { task, n, spec } = request;
      return ok({
        argv: [
          deps.node,
          programBeside(import.meta.url, 'agent-main'),
          script.value,
          task,
          String(n),
          ...spec.args,
        ],
        env: { ...commonEnv(request), FANIN_ATTEMPT_FOLDER: request.scratch },
        files: [],
        stdin: '',
        keepOpen: true,
        fixed: { prompt: request.brief, script: script.value },
      });
    },
    decoder: scriptedDecoder,
    input: driverInput,
  };
}

function scriptOf(spec: AgentSpec): Result<string, Failure> {
  if (spec.script !== undefined && spec.script !== '') return ok(spec.script);
  return err(noScript(spec, 'it names no script'));
}

function noScript(spec: AgentSpec, why: string): Failure {
  return failure('agent-script-missing', `agent "${spec.name}" cannot follow its script: ${why}`, {
    hint: 'Give it `script`, a JSON file with the steps of each task.',
  });
}
