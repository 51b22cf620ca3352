import { describe, expect, it } from 'vitest';
import { openQuestions, promptText, questionLines } from '../../../src/cli/screens/questions.ts';
import type { Question } from '../../../src/domain/receipt/agent-fact.ts';
import { attempt, model, NOW, task } from '../sample-model.ts';

const asked = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  kind: 'permission',
  text: `May I ${id}?`,
  options: ['allow', 'refuse'],
  default: 'refuse',
  until: NOW + 1_000,
  ...more,
});
const look = { width: 100, now: NOW, paint: (_: string, text: string) => text };
const linesOf = (...asks: readonly Question[]): string => {
  const run = model([task('core', 'running', { made: [attempt('core', { asks })] })]);
  return questionLines(openQuestions(run), look).join('\n');
};

describe('questions of agents', () => {
  it('come with the command that answers', () => {
    expect(linesOf(asked('q1'))).toContain('fanin answer core#1 --question q1 allow | refuse');
  });

  it('are told apart where one agent asks several', () => {
    const text = linesOf(asked('q1', { until: NOW + 9_000 }), asked('q2'));
    expect(text).toContain('fanin answer core#1 --question q1 allow | refuse');
    expect(text).toContain('fanin answer core#1 --question q2 allow | refuse');
  });

  it('name answers as a shell takes them', () => {
    const text = linesOf(asked('q1', { options: ['Use React', "it's $(rm x)", 'no'] }));
    expect(text).toContain(
      String.raw`fanin answer core#1 --question q1 'Use React' | 'it'\''s $(rm x)' | no`,
    );
  });

  it('cannot act on the terminal that asks', () => {
    const prompt = promptText(
      asked('q1', { text: 'rm x\u{1b}[2K\rls\nmore', options: ['a\u{7}'] }),
    );
    expect(prompt).toBe('rm x�[2K ls more (a�): ');
  });
});
