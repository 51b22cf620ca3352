import { describe, expect, it } from 'vitest';
import {
  glanceResult,
  writeWithoutOriginal,
} from '../../../../src/adapters/traces/claude-code/glance.ts';
import { rawLine } from '../raw-line.ts';

const LONG = 'x'.repeat(2_000);
const known = {
  toolOf: new Map([
    ['toolu_1', 'Bash'],
    ['toolu_2', 'TaskStop'],
    ['toolu_3', 'Bash'],
    ['toolu_4', 'Edit'],
    ['toolu_5', 'Bash'],
  ]),
  outputs: new Set(['toolu_5']),

  delegations: new Map([
    [
      'toolu_3',
      {
        parent: 'p',
        name: null,
        briefHash: null,
        at: null,
        evidence: { file: '', line: 1, record: null },
      },
    ],
  ]),
};
const record = (more: object = {}, block: object = {}) => ({
  parentUuid: 'a-1',
  isSidechain: false,
  promptId: 'p-1',
  type: 'user',
  message: {
    role: 'user',
    content: [{ tool_use_id: 'toolu_1', type: 'tool_result', content: LONG, ...block }],
  },
  uuid: 'u-1',
  timestamp: '2026-11-29T12:56:42.503Z',
  toolUseResult: { stdout: LONG },
  cwd: '/repo',
  version: '2.1.332',
  gitBranch: 'main',
  ...more,
});
const glance = (
  value: object,
  agent: string | null = null,
  depth: 'measures' | 'patterns' = 'measures',
) => glanceResult(rawLine(JSON.stringify(value)), { ...known, depth }, agent);

describe('glanceResult', () => {
  it('takes a long result that went well by the bytes around it', () => {
    const taken = {
      call: 'toolu_1',
      at: Date.UTC(2026, 10, 29, 12, 56, 42, 503),
      version: '2.1.332',
    };
    expect(glance(record())).toEqual(taken);
    expect(glance(record({}, { is_error: false }))).toEqual(taken);
    const file = { filePath: '/a', content: LONG, numLines: 1, startLine: 1, totalLines: 1 };
    expect(glance(record({ toolUseResult: { type: 'text', file } }))).toEqual(taken);
    const more = { stdout: LONG, stderr: LONG, gitOperation: { push: { branch: 'b' } } };
    expect(glance(record({ toolUseResult: more, userType: 'external' }))).toEqual(taken);
  });

  it.each([
    ['short ones', { ...record({ toolUseResult: {} }, { content: 'x' }) }],
    ['failures', record({}, { is_error: true })],
    ['tools whose result says more', record({}, { tool_use_id: 'toolu_2' })],
    ['calls that start agents', record({}, { tool_use_id: 'toolu_3' })],
    ['calls that nobody knows', record({}, { tool_use_id: 'toolu_9' })],
    ['another order of fields', Object.assign({ type: 'user' }, record())],
    ['commands whose output is wanted', record({}, { tool_use_id: 'toolu_5' })],
    ['commands that went on', record({ toolUseResult: { backgroundTaskId: 'b' } })],
    ['no version', record({ version: undefined })],
    ['no time', record({ timestamp: 7 })],
  ])('leaves %s to the parser', (_, value) => {
    expect(glance(value)).toBeNull();
  });

  it('looks for patterns at what was cut', () => {
    const cut = record({}, { content: `${LONG}[output truncated]` });
    expect(glance(cut)).toMatchObject({ call: 'toolu_1' });
    expect(glance(cut, null, 'patterns')).toBeNull();
    expect(glance(record(), null, 'patterns')).toMatchObject({ call: 'toolu_1' });
  });

  it('leaves several results in one record to the parser', () => {
    const { message, ...rest } = record();
    const [block] = message.content;
    const two = { ...rest, message: { ...message, content: [block, block] } };
    const { parentUuid, isSidechain, promptId, type, ...behind } = rest;
    const inOrder = { parentUuid, isSidechain, promptId, type, message: two.message, ...behind };
    expect(glance(inOrder)).toBeNull();
  });

  it('takes records of the agent alone whose file it reads', () => {
    const { type, message, ...rest } = record();
    const { parentUuid, isSidechain, promptId, ...behind } = rest;
    const of = { parentUuid, isSidechain, promptId, agentId: 'abc', type, message, ...behind };
    expect(glance(of)).toBeNull();
    expect(glance(of, 'abc')).toMatchObject({ call: 'toolu_1' });
    expect(glance(of, 'abd')).toBeNull();
    expect(glance(record(), 'abc')).toBeNull();
  });
});

describe('writeWithoutOriginal', () => {
  const edit = (originalFile: string | null, more: object = {}) =>
    record({ toolUseResult: { filePath: '/a', originalFile, structuredPatch: [], ...more } });
  const without = (value: object, agent: string | null = null) =>
    writeWithoutOriginal(rawLine(JSON.stringify(value)), agent);

  it('has all of a write but the file as it was before', () => {
    expect(without(edit(LONG))).toEqual(edit(''));
    expect(without(edit(`"}, \\ ,"x":1 ${LONG}`))).toEqual(edit(''));
  });

  it('leaves other records to the parser', () => {
    expect(without(edit(LONG), 'abc')).toBeNull();
    expect(without(edit(null, { newString: LONG }))).toBeNull();
    expect(without(record())).toBeNull();
  });
});
