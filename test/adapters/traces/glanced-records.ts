import fc from 'fast-check';

const TIME = '2026-11-29T12:56:42.503Z';
/** Stands for a text that is made. */
const ODD = '\u{1}odd';

const ENDS = {
  userType: 'external',
  cwd: '/repo',
  sessionId: 's-1',
  version: '2.1.332',
  gitBranch: 'main',
};
const START = { parentUuid: 'a-1', isSidechain: false };
const STAMP = { uuid: 'u-1', timestamp: TIME };
const USAGE = {
  input_tokens: 3,
  output_tokens: 4,
  cache_creation: { ephemeral_5m_input_tokens: 1 },
};

const answer = (block: object) => ({
  ...START,
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm-1',
    content: [block],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: USAGE,
    stop_details: null,
  },
  requestId: 'r',
  promptCacheRequested: '5m',
  type: 'assistant',
  ...STAMP,
  ...ENDS,
});
const result = (toolUseResult: object) => ({
  ...START,
  type: 'user',
  message: {
    role: 'user',
    content: [{ tool_use_id: 'toolu_1', type: 'tool_result', content: ODD, is_error: false }],
  },
  ...STAMP,
  toolUseResult,
  sourceToolAssistantUUID: 'a-1',
  ...ENDS,
});
const codex = (type: string, payload: object) => ({ timestamp: TIME, ordinal: 4, type, payload });

/** Shapes of records; of several, any. */
export const ANSWER = [
  answer({ type: 'text', text: ODD }),
  answer({ type: 'tool_use', id: 'toolu_1', name: 'Edit', input: { a: ODD, b: [{ c: ODD }] } }),
];
export const RESULT = [
  result({ stdout: ODD, stderr: ODD, interrupted: false }),
  result({ type: 'text', file: { filePath: '/a', content: ODD, numLines: 1 } }),
];
export const WRITE = [
  result({
    filePath: '/a',
    oldString: ODD,
    originalFile: ODD,
    structuredPatch: [{ lines: [ODD] }],
  }),
];
export const COMMAND = [
  codex('event_msg', {
    type: 'item_completed',
    thread_id: 't',
    item: {
      type: 'CommandExecution',
      id: 'c',
      command: ['bash', '-lc', ODD],
      parsed_cmd: [{ cmd: ODD }],
      status: 'completed',
      aggregated_output: ODD,
      exit_code: 0,
    },
    started_at_ms: 1,
  }),
];
export const REQUEST = [
  codex('token_usage_record', {
    thread_id: 't',
    turn_id: 'u',
    response_id: 'r',
    usage: USAGE,
    turn_token_usage: USAGE,
    thread_token_usage: USAGE,
  }),
];
export const HEADS = [
  codex('response_item', { type: 'reasoning', id: 'rs', summary: [], encrypted_content: ODD }),
  codex('response_item', { type: 'function_call_output', id: 'f', call_id: 'c', output: ODD }),
];

const KEYS =
  'type message agentId timestamp version cwd uuid content id model tool_use_id is_error usage stop_reason toolUseResult backgroundTaskId originalFile status exit_code aggregated_output payload response_id'.split(
    ' ',
  );
const VALUES = [
  '"x"',
  'null',
  'true',
  '7',
  '{}',
  '{"a":{"b":[1]}}',
  '[{"type":"text"}]',
  '"\\""',
  `"${TIME.replace('56', '57')}"`,
  '"}]},"',
  '{"type":"x","timestamp":"y"}',
];

/** What is easily taken for the end of a text or of a record; and what is no ASCII. */
const PIECES = [
  '"',
  '\\',
  '\n',
  ',',
  '}',
  ']',
  ':',
  'é\u2028\u{1F600}',
  '\0',
  '\\"',
  '\\\\"',
  ',"',
  '","',
  '}]},"uuid":"u","timestamp":"t","toolUseResult":{"stdout":"',
  '","stderr":"',
  '"}',
  '"}],"stop_reason":null,',
  '},"turn_token_usage":{',
  '","exit_code":1',
  '"aggregated_output":"',
];
const odd = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 6,
  })
  .chain((parts) => fc.constantFrom(parts.join(''), `${parts.join('')}${'y'.repeat(1_200)}`));

/** One key more, with its value, at the end or the beginning of one of the objects. */
interface More {
  readonly object: number;
  readonly text: string;
  readonly first: boolean;
}

const more: fc.Arbitrary<More | null> = fc.option(
  fc.record({
    object: fc.nat(7),
    text: fc
      .tuple(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES))
      .map(([key, value]) => `"${key}":${value}`),
    first: fc.boolean(),
  }),
);

/** A value as JSON, with texts in the place of those that are made, and with a key more. */
function written(value: unknown, texts: readonly string[], added: More | null): string {
  let [object, text] = [-1, -1];
  const inside = (each: unknown): string => {
    if (each === ODD) {
      text += 1;
      return JSON.stringify(texts[text % texts.length] ?? '');
    }
    if (Array.isArray(each)) return `[${each.map(inside).join(',')}]`;
    if (typeof each !== 'object' || each === null) return JSON.stringify(each);
    object += 1;
    const own = object === added?.object ? [added.text] : [];
    const fields = Object.entries(each).map(([key, of]) => `${JSON.stringify(key)}:${inside(of)}`);
    return `{${(added?.first === true ? [...own, ...fields] : [...fields, ...own]).join(',')}}`;
  };
  return inside(value);
}

/** Whole, torn, two in one line, or with bytes within a text that are no UTF-8. */
const damage: fc.Arbitrary<(line: Buffer) => Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant((line: Buffer) => line) },
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((share) => (line: Buffer) => line.subarray(0, Math.floor(line.length * share))),
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map(
      (share) => (line: Buffer) =>
        Buffer.concat([line.subarray(0, Math.floor(line.length * share)), line]),
    ),
  fc.constant((line: Buffer) => Buffer.concat([line, line])),
  fc.constant((line: Buffer) => {
    const at = line.indexOf('yyyy');
    return at === -1
      ? line
      : Buffer.concat([line.subarray(0, at), Buffer.from([0xff, 0xc3]), line.subarray(at)]);
  }),
);

/** Lines of a record of one of some shapes, with odd texts, keys that come twice or nested, and damage. */
export const record = (shapes: object): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.constantFrom(...(Array.isArray(shapes) ? (shapes as readonly object[]) : [shapes])),
      fc.array(odd, { minLength: 1, maxLength: 3 }),
      more,
      damage,
    )
    .map(([shape, texts, added, change]) => change(Buffer.from(written(shape, texts, added))));
