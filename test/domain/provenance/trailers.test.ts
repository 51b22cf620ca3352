import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingMessage } from '../../../src/domain/provenance/landing-message.ts';
import { readTrailers, trailerLines } from '../../../src/domain/provenance/trailers.ts';
import type { LandingTrailers } from '../../../src/domain/provenance/trailers.ts';

const SAID: LandingTrailers = {
  task: 'parser',
  run: 'r7k',
  attempt: 'parser#2',
  agent: 'claude-code 2.1.332',
  model: 'opus',
  receipt: 'ab'.repeat(32),
  reviewer: 'Ann Lee',
  undoes: null,
};

describe('landing trailers', () => {
  it('say what stands behind a landing, in a fixed order', () => {
    expect(trailerLines(SAID)).toEqual([
      'Fanin-Task: parser',
      'Fanin-Attempt: r7k parser#2',
      'Fanin-Agent: claude-code 2.1.332',
      'Fanin-Model: opus',
      `Fanin-Receipt: sha256:${'ab'.repeat(32)}`,
      'Fanin-Reviewer: Ann Lee',
    ]);
  });

  it('leave out what nobody knows', () => {
    const bare = { ...SAID, agent: null, model: null, receipt: null, reviewer: null };
    expect(trailerLines(bare)).toEqual(['Fanin-Task: parser', 'Fanin-Attempt: r7k parser#2']);
    expect(readTrailers(trailerLines(bare))).toEqual(bare);
  });

  it('say what resolvers did, a line each', () => {
    const resolved = ['package.json (manifest): merged by key', 'go.sum (lock): made\nanew'];
    const lines = trailerLines({ ...SAID, resolved });
    expect(lines.slice(-2)).toEqual([
      'Fanin-Resolved: package.json (manifest): merged by key',
      'Fanin-Resolved: go.sum (lock): made anew',
    ]);
    expect(readTrailers(lines)?.resolved).toEqual([resolved[0], 'go.sum (lock): made anew']);
  });

  it('cannot be forged by a name with line ends in it', () => {
    const forged = { ...SAID, reviewer: 'Eve\nFanin-Receipt: sha256:00' };
    expect(trailerLines(forged)).toContain('Fanin-Reviewer: Eve Fanin-Receipt: sha256:00');
    expect(readTrailers(trailerLines(forged))?.receipt).toBe(SAID.receipt);
  });

  it('are not read from commits that fanin did not land', () => {
    expect(readTrailers([])).toBeNull();
    expect(readTrailers(['Signed-off-by: Ann', 'Fanin-Task: x'])).toBeNull();
  });

  it('read back as they were written', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/u);
    const words = fc.option(fc.stringMatching(/^[!-~](?:[ -~]{0,30}[!-~])?$/u), { nil: null });
    const hex = fc.option(fc.stringMatching(/^[0-9a-f]{40}$/u), { nil: null });
    const said = fc.record({
      task: word,
      run: word,
      attempt: word,
      agent: words,
      model: words,
      receipt: hex,
      reviewer: words,
      undoes: hex,
    });
    const flat = (text: string | null): string | null => text?.replaceAll(/\s+/gu, ' ') ?? null;
    fc.assert(
      fc.property(said, (of) => {
        expect(readTrailers(trailerLines(of))).toEqual({
          ...of,
          agent: flat(of.agent),
          model: flat(of.model),
          reviewer: flat(of.reviewer),
        });
      }),
    );
  });
});

describe('the message of a landing', () => {
  it('has the task and the first line of its prompt in front, the goal, and the trailers behind', () => {
    const message = landingMessage({ prompt: `Port it\nwell`, goal: 'All of it', trailers: SAID });
    expect(message.split('\n\n').slice(0, 2)).toEqual(['parser: Port it', 'All of it']);
    expect(message.endsWith('Fanin-Reviewer: Ann Lee\n')).toBe(true);
  });

  it('shortens a long prompt and leaves an empty goal out', () => {
    const message = landingMessage({ prompt: 'x'.repeat(100), goal: '', trailers: SAID });
    expect(message.split('\n')[0]).toBe(`parser: ${'x'.repeat(59)}…`);
    expect(message.split('\n\n')).toHaveLength(2);
  });
});
