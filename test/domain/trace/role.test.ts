import { expect, test } from 'vitest';
import { evidenceText } from '../../../src/domain/trace/evidence.ts';
import { roleOf } from '../../../src/domain/trace/role.ts';
import {
  AT,
  madeAgent,
  madeCall,
  madeTest,
  madeTrace,
  madeWrite,
} from '../../support/made-trace.ts';

test('an agent is what it did', () => {
  const { events, agents } = madeTrace([madeAgent('a')], [madeCall('a')]);
  expect(agents.map(({ kind }) => kind)).toEqual(['root', 'sub']);
  expect(roleOf(events)).toBe('investigator');
  expect(roleOf([])).toBe('unknown');
  expect(roleOf([madeCall('a'), madeTest('a', 'failed')])).toBe('verifier');
  expect(roleOf([madeTest('a', 'passed'), madeWrite('a', 'src/a.ts')])).toBe('writer');
});

test('who writes tests, builds and scratch files only has written no product', () => {
  const others = [madeWrite('a', 'test/a.test.ts', 'test'), madeWrite('a', 'out/a', 'generated')];
  expect(roleOf([madeCall('a'), ...others])).toBe('investigator');
});

test('evidence is a line, or a record where there are no lines', () => {
  expect(evidenceText(AT)).toBe('made.jsonl:1');
  expect(evidenceText({ file: 'x.db', line: null, record: 'prt_1' })).toBe('x.db#prt_1');
  expect(evidenceText({ file: 'x.db', line: null, record: null })).toBe('x.db');
});
