import { describe, expect, it } from 'vitest';
import { makeWitness } from '../../../../src/adapters/agents/claude-code/witness.ts';
import { lines, type Sample } from './samples.ts';

const exit = (code: number) => ({ code, signal: null, failure: null });

function heard(sample: Sample, upTo?: number) {
  const witness = makeWitness();
  for (const line of lines(sample).slice(0, upTo)) witness.heard(line);
  return witness;
}

describe('a witness', () => {
  it('knows the session and its last totals', () => {
    const witness = heard('sub-agents');
    expect(witness.session()).toMatch(/^[0-9a-f-]{36}$/);
    expect(witness.printed()?.usage).toMatchObject({ input: 6021, output: 306 });
  });

  it('ends the sub-agents that were killed with their session', () => {
    const start = lines('sub-agents').findIndex((line) => line.includes('"task_started"'));
    const cut = heard('sub-agents', start + 1).subAgentEnds();
    expect(cut).toMatchObject([{ kind: 'sub-agent', phase: 'ended', name: 'Part one' }]);
    expect(heard('sub-agents').subAgentEnds()).toEqual([]);
  });

  it('makes the failure that is the last word a fatal one', () => {
    expect(heard('rate-limited').fatal(exit(1), '')).toEqual([
      {
        kind: 'trouble',
        code: 'agent-rate-limited',
        text: 'API Error: Request rejected (429) · scripted 429',
        fatal: true,
      },
    ]);
  });

  it('has nothing to say of a session that ended well, nor of one that was got over', () => {
    expect(heard('work').fatal(exit(0), '')).toEqual([]);
    const witness = heard('rate-limited');
    for (const line of lines('work')) witness.heard(line);
    expect(witness.fatal(exit(0), '')).toEqual([]);
  });

  it('does not blame an old trouble for a new failure', () => {
    const witness = heard('rate-limited');
    for (const line of [...lines('work'), ...lines('interrupted')]) witness.heard(line);
    expect(witness.fatal(exit(1), '')).toMatchObject([
      { code: 'agent-failed', text: 'its last turn failed' },
    ]);
  });

  it('tells a CLI that ended before it had a result, in its own words', () => {
    const text = "it ended with 1 before it had a result: error: unknown option '--x'";
    expect(makeWitness().fatal(exit(1), "warning\nerror: unknown option '--x'\n")).toEqual([
      { kind: 'trouble', code: 'agent-failed', text, fatal: true },
    ]);
    expect(makeWitness().fatal(exit(0), '')).toMatchObject([{ code: 'agent-protocol-error' }]);
  });

  it('leaves it to the exit to tell what was killed or never started', () => {
    const none = { code: null, signal: null, failure: null };
    expect(makeWitness().fatal({ ...none, signal: 'SIGKILL' }, '')).toEqual([]);
    expect(makeWitness().fatal({ ...none, failure: 'ENOENT' }, '')).toEqual([]);
  });
});
