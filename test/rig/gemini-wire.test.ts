import { describe, expect, it } from 'vitest';
import { answered, eventsOf, post, useModelServers } from './asking.ts';
import { list, record } from './json.ts';
import { marker, type Step } from './script.ts';

const start = useModelServers();
const MODEL = '/v1beta/models/gemini-x';
const TOOLS = [{ functionDeclarations: [{ name: 'write_file' }, { name: 'invoke_agent' }] }];
const user = (text: string) => ({ role: 'user', parts: [{ text }] });
const asking = (...contents: object[]) => ({ tools: TOOLS, contents });

const FULL: Step = {
  reasoning: 'Hm.',
  text: 'Go.',
  calls: [1, 2].map((n) => ({ name: 'write_file', input: { file_path: `${n}` } })),
  usage: { input: 100, cacheRead: 20, cacheWrite: 3, output: 50, reasoning: 7 },
};
const PARTS = [
  { text: 'Hm.', thought: true },
  { text: 'Go.' },
  { functionCall: { name: 'write_file', args: { file_path: '1' } } },
  { functionCall: { name: 'write_file', args: { file_path: '2' } } },
];
const USAGE = {
  promptTokenCount: 120,
  cachedContentTokenCount: 20,
  candidatesTokenCount: 43,
  thoughtsTokenCount: 7,
  totalTokenCount: 170,
};

describe('the Gemini wire', () => {
  it('answers whole, and tells thoughts apart from the output', async () => {
    const server = await start({ s: [FULL] });
    const body = await answered(server, `${MODEL}:generateContent`, asking(user(marker('s'))));
    expect(body).toMatchObject({
      modelVersion: 'gemini-x',
      candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: PARTS } }],
      usageMetadata: USAGE,
    });
    expect(server.usageTotals()).toEqual({ ...FULL.usage, cacheWrite: 0 });
    expect(server.requests[0]).toMatchObject({
      wire: 'gemini',
      conversation: { model: 'gemini-x', tools: ['write_file', 'invoke_agent'], stream: false },
    });
  });

  it('spells a stream out, with the usage at its end', async () => {
    const server = await start({ s: [FULL] });
    const path = `${MODEL}:streamGenerateContent?alt=sse`;
    const events = await eventsOf(await post(server, path, asking(user(marker('s')))));
    const candidates = events.flatMap((event) => list(event['candidates'])).map(record);
    const parts = candidates.flatMap((one) => list(record(one['content'])['parts']));
    expect(parts).toMatchObject([...PARTS, { text: '' }]);
    const ends = candidates.filter((one) => 'finishReason' in one);
    expect(ends).toMatchObject([{ finishReason: 'STOP' }]);
    const usages = events.filter((event) => 'usageMetadata' in event);
    expect(usages).toEqual([events.at(-1)]);
    expect(usages[0]?.['usageMetadata']).toEqual(USAGE);
  });

  it('follows a conversation with its tool results, with call ids or without', async () => {
    const step = { text: '{{match:got (\\w+)}} {{match:by (\\w+)}}' };
    const server = await start({ s: [FULL, step, { text: 'three' }] });
    const path = `${MODEL}:generateContent`;
    const first = await answered(server, path, asking(user(marker('s'))));
    const given = record(record(list(first['candidates'])[0])['content']);
    const bare = { role: 'model', parts: PARTS };
    const response = { output: `got r1 ${marker('other')}` };
    const results = { role: 'user', parts: [{ functionResponse: { response } }] };
    for (const content of [given, bare]) {
      const body = await answered(server, path, {
        ...asking(user(marker('s')), content, results),
        systemInstruction: { parts: [{ text: 'live by rules' }] },
      });
      expect(body).toMatchObject({ candidates: [{ content: { parts: [{ text: 'r1 rules' }] } }] });
    }
    expect(server.requests.at(-1)?.conversation?.text).not.toContain('Hm.');
    const said = { role: 'model', parts: [{ text: 'r1 rules' }] };
    const history = [user(marker('s')), bare, results, said, user('on')];
    const third = await answered(server, path, asking(...history));
    expect(third).toMatchObject({ candidates: [{ content: { parts: [{ text: 'three' }] } }] });
  });

  it('counts tokens', async () => {
    const server = await start({});
    const body = await answered(server, `${MODEL}:countTokens`, { contents: [user('1234567')] });
    expect(body).toEqual({ totalTokens: 2 });
    expect(server.requests[0]).toMatchObject({ wire: 'gemini', conversation: null, served: null });
  });
});
