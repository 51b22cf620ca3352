import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentSpec } from '../../src/domain/plan/plan.ts';
import type { Agent, Launch, LaunchRequest } from '../../src/ports/agent.ts';

/** An agent under test, with a config for which it can say what to start. */
export interface AgentUnderTest {
  readonly agent: Agent;
  readonly spec: AgentSpec;
}

/** A request as the engine makes it, for agents' own tests too. */
export const launchRequest = (
  spec: AgentSpec,
  more: Partial<LaunchRequest> = {},
): LaunchRequest => ({
  attempt: 'r1-core-2',
  task: 'core',
  n: 2,
  spec,
  brief: 'Write the core.\n',
  briefFile: '/repo/.git/fanin/attempts/r1-core-2/brief.md',
  handoffFile: '/repo/.git/fanin/attempts/r1-core-2/handoff.json',
  folder: '/repo/.git/fanin/attempts/r1-core-2',
  scratch: '/repo/.git/fanin/attempts/r1-core-2',
  workspace: '/repo.fanin/r1-core-2',
  boundary: false,
  delegation: { mode: 'off' },
  questionMs: 0,
  ...more,
});

/** What every agent adapter does. */
export function agentContract(name: string, make: () => AgentUnderTest): void {
  describe(`agent: ${name}`, () => {
    const launchOf = (more: Partial<LaunchRequest> = {}): Launch => {
      const { agent, spec } = make();
      const launch = agent.launch(launchRequest(spec, more));
      if (!launch.ok) throw new Error(launch.error.message);
      return launch.value;
    };

    it('has a name for scripts and files', () => {
      expect(make().agent.name).toMatch(/^[a-z][a-z0-9-]*$/);
    });

    it('says what to start, as data that can be written down', () => {
      const launch = launchOf();
      expect(launch.argv.length).toBeGreaterThan(0);
      expect(launch.argv.every((argument) => !argument.includes('\0'))).toBe(true);
      expect(JSON.parse(JSON.stringify(launch))).toMatchObject({ argv: launch.argv });
    });

    it('says the same of the same request, and shares nothing between two', () => {
      expect(launchOf()).toEqual(launchOf());
      const { agent, spec } = make();
      const request = launchRequest(spec);
      expect(agent.launch(request)).toEqual(agent.launch(request));
    });

    it('gives the agent the variables of its config', () => {
      const { agent, spec } = make();
      const launch = agent.launch(launchRequest({ ...spec, env: { OWN_VARIABLE: 'own' } }));
      expect(launch).toMatchObject({ ok: true, value: { env: { OWN_VARIABLE: 'own' } } });
    });

    it('asks for files below the folder of the attempt alone', () => {
      for (const { name: file } of launchOf().files) {
        expect(file).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
      }
    });

    it('keeps the input open exactly when it takes messages', () => {
      const { agent } = make();
      const takes = agent.capabilities.message !== 'none';
      expect(launchOf().keepOpen).toBe(takes);
      const text = 'wrap up "now"\nplease';
      const message = agent.input({ kind: 'message', id: 'm1', text });
      expect(message !== null).toBe(takes);
      if (message !== null) expect(message.trim()).not.toContain('\n');
      expect(message?.endsWith('\n') ?? true).toBe(true);
    });

    it('holds everything else equal between the arms, and tells what that is', () => {
      const { agent, spec } = make();
      const fixed = agent.capabilities.delegation.map((mode) => {
        const delegation = mode === 'capped' ? { mode, n: 2 } : { mode };
        const launch = agent.launch(launchRequest(spec, { delegation }));
        if (!launch.ok) throw new Error(launch.error.message);
        return launch.value.fixed;
      });
      for (const each of fixed) expect(each).toEqual(fixed[0]);
      if (agent.manifest !== null) expect(Object.keys(fixed[0] ?? {})).not.toEqual([]);
    });

    it('answers whether it is installed', async () => {
      const { agent, spec } = make();
      const detected = await agent.detect(spec);
      if (detected.ok) expect(detected.value.version).not.toBe('');
      else expect(detected.error.code).toMatch(/^[a-z][a-z-]*$/);
    });

    it('makes something of every line, and never fails', () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.json())), (lines) => {
          const decoder = make().agent.decoder();
          for (const line of lines) {
            for (const fact of decoder.feed(line)) expect(typeof fact.kind).toBe('string');
          }
        }),
      );
    });

    it('decodes each attempt for itself', () => {
      const { agent } = make();
      const lines = ['{"type":"system"}', 'text', '{"type":"usage","usage":{"output":5}}'];
      const [first, second] = [agent.decoder(), agent.decoder()];
      const one = lines.map((line) => first.feed(line));
      expect(lines.map((line) => second.feed(line))).toEqual(one);
    });
  });
}
