import { expect, test } from 'vitest';
import { traceMarkdown } from '../../../src/cli/reports/trace-markdown.ts';
import { measuredOf } from '../../../src/compose/trace/measure-traces.ts';
import { madeAgent, madeTrace } from '../../support/made-trace.ts';

test('every row has as many cells as its head, whatever stands in it', () => {
  const trace = madeTrace([madeAgent('a')], [], { title: 'a | b\n<b>`c`', cwd: '/x|y' });
  const report = traceMarkdown(
    { sessions: [measuredOf(trace, false)], older: 0, looked: [], unreadable: [] },
    7,
  );
  expect(report).toContain('1 session of the last 7 days · claude-code 1');
  expect(report).toContain(String.raw`| a \| b \<b\>\`c\` |`);
  const blocks = report
    .trimEnd()
    .split('\n\n')
    .filter((block) => block.startsWith('|'));
  expect(blocks).toHaveLength(5);
  for (const block of blocks) {
    const cells = block
      .split('\n')
      .map((line) => line.replaceAll(String.raw`\|`, '').split('|').length);
    expect(new Set(cells).size).toBe(1);
  }
});
