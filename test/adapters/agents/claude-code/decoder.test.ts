import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/claude-code/decoder.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';
import { decodeAll } from '../../../rig/run-agent.ts';
import { lines, SAMPLES, type Sample } from './samples.ts';

function facts(sample: Sample): AgentFact[] {
  return decodeAll(makeDecoder(), lines(sample));
}

function ofKind<K extends AgentFact['kind']>(all: readonly AgentFact[], kind: K) {
  return all.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);
}

const feed = (record: object): readonly AgentFact[] => makeDecoder().feed(JSON.stringify(record));

describe('recorded sessions', () => {
  it('tell who works', () => {
    expect(ofKind(facts('work'), 'identity')).toEqual([
      {
        kind: 'identity',
        version: '2.1.332',
        model: 'claude-sonnet-4-5',
        session: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      },
    ]);
  });

  it('tell tools in a few words, with paths inside the workspace', () => {
    expect(ofKind(facts('work'), 'tool').map(({ text }) => text)).toEqual([
      'read lib.js',
      'edit lib.js',
      'write docs/new.md',
      'Bash npm test',
      'Bash cat nope',
      'Bash grep nothing lib.js',
      'Bash git add -A && git commit -qm work',
    ]);
  });

  it('tell commands with the exit code, where the CLI tells it', () => {
    expect(ofKind(facts('work'), 'command')).toEqual([
      { kind: 'command', argv: 'npm test', exit: 0 },
      { kind: 'command', argv: 'cat nope', exit: 1 },
      // grep's 1 is shown as a success: the code is not known.
      { kind: 'command', argv: 'grep nothing lib.js', exit: null },
      { kind: 'command', argv: 'git add -A && git commit -qm work', exit: 0 },
    ]);
  });

  it('do not know the exit code of a command in the background', () => {
    expect(ofKind(facts('background'), 'command')).toEqual([
      { kind: 'command', argv: 'sleep 1', exit: null },
    ]);
  });

  it('tell each refusal once, and no refused command as one that ran', () => {
    const all = facts('refused');
    expect(ofKind(all, 'refused').map(({ text }) => text)).toEqual([
      'Bash curl http://127.0.0.1:1/: it needs approval, and nobody is there to give it',
      'Bash git push origin main: a rule denies it',
      'Agent Do a part: No such tool available: Agent. Agent is disabled for this session, in subagents as well as here.',
      'Workflow: No such tool available: Workflow. Workflow is disabled for this session, in subagents as well as here.',
      'write /etc/nope.txt: it needs approval, and nobody is there to give it',
    ]);
    expect(ofKind(all, 'command')).toEqual([]);
  });

  it('tell what was said, by the main agent alone', () => {
    expect(ofKind(facts('work'), 'said').map(({ text }) => text)).toEqual([
      'I edit first.',
      'All done: lib.js says 2.',
    ]);
    expect(ofKind(facts('sub-agents'), 'said').map(({ text }) => text)).toEqual(['Both in.']);
  });

  it('show sub-agents from start to end, and their commands', () => {
    const all = facts('sub-agents');
    expect(ofKind(all, 'sub-agent').map(({ phase, name }) => `${name} ${phase}`)).toEqual([
      'Part one started',
      'Part two started',
      'Part one ended',
      'Part two ended',
    ]);
    const [one, two] = ofKind(all, 'sub-agent').map(({ id }) => id);
    expect(ofKind(all, 'sub-agent').map(({ id }) => id)).toEqual([one, two, one, two]);
    expect(ofKind(all, 'command')).toEqual([{ kind: 'command', argv: 'ls', exit: 0 }]);
  });

  it('tell a sub-agent that the cap refused, and why', () => {
    const all = facts('capped');
    expect(ofKind(all, 'sub-agent').map(({ phase, name }) => `${name} ${phase}`)).toEqual([
      'Part a started',
      'Part b refused',
      'Part a ended',
    ]);
    expect(ofKind(all, 'refused').map(({ text }) => text)).toEqual([
      expect.stringContaining('Agent Part b: Concurrent subagent limit reached.'),
    ]);
  });

  it('tell a sub-agent that was asked for with delegation off', () => {
    const refused = ofKind(facts('refused'), 'sub-agent');
    expect(refused.map(({ phase, name }) => `${name} ${phase}`)).toEqual(['Do a part refused']);
  });

  it('show the agents of a workflow, each when its turn comes', () => {
    const all = ofKind(facts('workflow'), 'sub-agent');
    expect(all.map(({ phase, name }) => `${name} ${phase}`)).toEqual([
      'a started',
      'a ended',
      'b started',
      'b ended',
    ]);
  });

  it.each([
    ['api-error', ['agent-failed']],
    // The CLI tries once more, then gives up.
    ['rate-limited', ['agent-rate-limited', 'agent-rate-limited']],
    ['interrupted', []],
    ['work', []],
  ] as const)('%s: tell what failed: %j', (sample, codes) => {
    const troubles = ofKind(facts(sample), 'trouble');
    expect(troubles.map(({ code }) => code)).toEqual(codes);
    // Only its driver knows that nothing comes after it.
    expect(troubles.every(({ fatal }) => !fatal)).toBe(true);
  });

  it.each([
    ['work', false, 'All done: lib.js says 2.'],
    ['api-error', true, 'API Error: 400 scripted 400'],
    ['interrupted', true, ''],
  ] as const)('%s: the result failed is %s', (sample, failed, text) => {
    expect(ofKind(facts(sample), 'result').at(-1)).toMatchObject({ failed, text });
  });

  it('have no result when they were terminated', () => {
    expect(ofKind(facts('terminated'), 'result')).toEqual([]);
  });

  it('tell the cost', () => {
    expect(ofKind(facts('work'), 'result')[0]?.costUsd).toBeCloseTo(0.02862615);
  });

  it.each(SAMPLES)('%s: hold no record that is unknown', (sample) => {
    expect(ofKind(facts(sample), 'unknown')).toEqual([]);
  });
});

describe('lines of other kinds', () => {
  it.each([
    ['no JSON', 'warming up…', 'a line that is no JSON object'],
    ['a list', '[1]', 'a line that is no JSON object'],
    ['no type', '{"a":1}', 'no type'],
    ['a new type', '{"type":"telepathy"}', 'telepathy'],
    ['a new kind of system record', '{"type":"system","subtype":"dream"}', 'system/dream'],
  ])('%s is unknown', (_, line, what) => {
    expect(makeDecoder().feed(line)).toEqual([{ kind: 'unknown', what }]);
  });

  it('an empty line is nothing', () => {
    expect(makeDecoder().feed('  ')).toEqual([]);
  });

  it('a failing command that quotes a refusal is still a command', () => {
    const decoder = makeDecoder();
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'grep -r x' } };
    const content = 'Exit code 2\nNo such tool available: Agent';
    const result = { type: 'tool_result', tool_use_id: 't', is_error: true, content };
    decoder.feed(JSON.stringify({ type: 'assistant', message: { id: 'm', content: [call] } }));
    expect(decoder.feed(JSON.stringify({ type: 'user', message: { content: [result] } }))).toEqual([
      { kind: 'command', argv: 'grep -r x', exit: 2 },
    ]);
  });

  it.each([
    ['many lines', 'cat <<EOF\nsecret\nEOF', 'Bash cat <<EOF'],
    ['a long line', 'x'.repeat(300), `Bash ${'x'.repeat(114)}…`],
    ['an empty line', '', 'Bash'],
  ])('a tool with %s is shown on one short line', (_, command, text) => {
    const content = [{ type: 'tool_use', id: 't', name: 'Bash', input: { command } }];
    expect(feed({ type: 'assistant', message: { id: 'm', content } })).toEqual([
      { kind: 'tool', text },
    ]);
  });

  it('a fact of the driver is taken as it is', () => {
    const fact: AgentFact = { kind: 'message', id: 'm1', way: 'mid-turn' };
    expect(feed({ fanin: fact })).toEqual([fact]);
  });

  it('a failure of a sub-agent is trouble that the agent may get over', () => {
    const message = { id: 'x', model: '<synthetic>', content: [{ type: 'text', text: 'Busy' }] };
    const line = { type: 'assistant', message, error: 'overloaded', parent_tool_use_id: 'p' };
    expect(feed(line)).toEqual([
      { kind: 'trouble', code: 'agent-server-error', text: 'Busy', fatal: false },
    ]);
  });

  it('a turn limit of the person’s own is told as what failed', () => {
    const all = feed({ type: 'result', subtype: 'error_max_turns', is_error: true });
    expect(ofKind(all, 'trouble')).toMatchObject([
      { code: 'agent-failed', text: 'error_max_turns' },
    ]);
  });

  it('what a sub-agent says is not what the agent says', () => {
    const message = { id: 'm', content: [{ type: 'text', text: 'hi' }] };
    expect(feed({ type: 'assistant', message, parent_tool_use_id: 'p' })).toEqual([]);
    expect(feed({ type: 'assistant', message, parent_tool_use_id: null })).toEqual([
      { kind: 'said', text: 'hi' },
    ]);
  });

  it('a refusal known from the end alone is told', () => {
    const permission_denials = [
      { tool_name: 'Bash', tool_use_id: 'x', tool_input: { command: 'rm -rf /' } },
    ];
    const all = feed({ type: 'result', subtype: 'success', permission_denials });
    expect(ofKind(all, 'refused')).toEqual([{ kind: 'refused', text: 'Bash rm -rf /' }]);
  });
});
