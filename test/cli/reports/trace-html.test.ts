import { describe, expect, it } from 'vitest';
import { traceHtml } from '../../../src/cli/reports/trace-html.ts';
import { measuredOf } from '../../../src/compose/trace/measure-traces.ts';
import type { TraceFinding } from '../../../src/domain/trace/finding.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { AT, madeAgent, madeTest, madeTrace, madeWrite } from '../../support/made-trace.ts';

const page = (traces: readonly Trace[], findings: readonly TraceFinding[] = []): string =>
  traceHtml({
    sessions: traces.map((trace) => ({
      ...measuredOf(trace, true),
      found: { findings, benefits: [], unusedTokens: 0 },
    })),
    days: null,
  })
    // Where the source of the page breaks its lines is no matter.
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([<>]) ?/g, '$1');

const evil = `<script src="https://x.test/a.js">alert('1')</script>"><img onerror=x>`;

const finding: TraceFinding = {
  id: 'deliverable-overwrite 1',
  code: 'deliverable-overwrite',
  label: ['Shared State and Merge', 'Concurrent Writes', 'Deliverable Overwrite'],
  at: 500,
  agents: ['a', 'b'],
  names: ['a', 'b'],
  evidence: [{ file: '/logs/two words.jsonl', line: 12, record: null }, AT],
  consequence: '118 of 140 lines are gone.',
  reasoning: 'b wrote what a had written.',
  rejected: {
    code: 'same-file-collision',
    label: 'Same-File Collision',
    reason: 'lines were lost',
  },
  confidence: 'high',
  serial: [],
};

describe('traceHtml', () => {
  it('needs nothing but itself', () => {
    const made = page([
      madeTrace([madeAgent('a', { name: evil })], [], { title: evil, cwd: evil }),
    ]);
    expect(made).toMatch(/^<!doctype html></);
    expect(made).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form)\b/i);
    expect(made).not.toMatch(/\b(?:src|srcset|action|on\w+)="|url\(|@import/i);
    const targets = [...made.matchAll(/<[a-z][^>]*\shref="([^"]*)"/g)].map(([, href]) => href);
    expect(targets.every((href) => /^(?:#|file:\/\/\/)/.test(href ?? ''))).toBe(true);
    expect(made).toContain('&lt;script src=&quot;https://x.test/a.js&quot;&gt;');
  });

  it('has no control character in it, of either kind', () => {
    const title = 'a\u0000b\u001Bc\u007Fd\u009Be';
    const made = page([madeTrace([madeAgent('a')], [], { title })]);
    expect(made).toContain('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe');
    expect(made.match(/\p{Cc}/u)).toBeNull();
  });

  it('closes every element that it opens, in order', () => {
    const made = page(
      [madeTrace([madeAgent('a', { name: evil })], [madeWrite('a', evil)])],
      [finding],
    );
    const open: string[] = [];
    for (const [, slash, name = ''] of made.matchAll(/<(\/?)([a-z][\w]*)\b[^>]*>/g)) {
      if (['meta', 'br'].includes(name)) continue;
      if (slash === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  it('draws agents as bars and what they did as marks, with what they stand on', () => {
    const agent = madeAgent('a', { live: [{ from: 100, to: 300 }], role: 'writer' });
    const events = [madeWrite('a', 'src/x.ts', 'product', 200), madeTest('a', 'failed', 250)];
    const made = page([madeTrace([agent], events)]);
    expect(made).toContain('<rect class="bar" x="100" y="4" width="200" height="16">');
    expect(made).toMatch(
      /<rect class="write" x="200"[^>]*><title>\+0s write: src\/x\.ts \(made\.jsonl:1\)<\/title>/,
    );
    expect(made).toMatch(/<rect class="failed" x="250"[^>]*><title>\+0s test run failed: npm test/);
  });

  it('has findings as links from the time line to what they stand on', () => {
    const made = page([madeTrace([madeAgent('a'), madeAgent('b')])], [finding]);
    const anchor = 'f-made0001-deliverable-overwrite-1';
    expect(made).toMatch(new RegExp(`<a href="#${anchor}"><rect class="finding" x="500"`));
    expect(made).toContain(`<li id="${anchor}"><strong>Deliverable Overwrite</strong>`);
    expect(made).toContain(
      '<a href="file:///logs/two%20words.jsonl" title="/logs/two words.jsonl:12">',
    );
    expect(made).toContain('Not Same-File Collision: lines were lost');
  });

  it('is dark where the reader’s machine is', () => {
    expect(page([])).toContain('@media (prefers-color-scheme: dark)');
    expect(page([])).toContain('color-scheme: light dark');
  });

  it('draws a lone session without sub-agents, and of several those with some', () => {
    expect(page([madeTrace([])])).toContain('<svg');
    expect(page([madeTrace([]), madeTrace([])])).not.toContain('<svg');
  });
});
