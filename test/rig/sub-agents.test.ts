import { expect, it } from 'vitest';
import { answered, useModelServers } from './asking.ts';
import { list, record, string } from './json.ts';
import { startModelServer } from './model-server.ts';
import { marker, stepUsage, type StepUsage } from './script.ts';

const start = useModelServers();

it('any number of agents follow scripts of their own at once, over all wires', async () => {
  const server = await start({
    root: [{ text: 'root 0' }, { text: 'root 1' }],
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        name,
        [{ text: `${name} 0`, hold: name }, { text: `${name} 1` }],
      ]),
    ),
  });
  // Sub-agents that inherit their parent's conversation follow the marker that came last.
  const inherited = [
    { role: 'user', content: marker('root') },
    { role: 'assistant', content: 'root 0' },
  ];
  const history = (name: string) => [
    ...(name === 'b' ? inherited : []),
    { role: 'user', content: marker(name) },
  ];
  const said = (name: string) => [
    ...history(name),
    { role: 'assistant', content: `${name} 0` },
    { role: 'user', content: 'on' },
  ];
  const anthropic = (messages: object[]) =>
    answered(server, '/v1/messages', { tools: [{ name: 'T' }], messages });
  const chat = (messages: object[]) =>
    answered(server, '/v1/chat/completions', { tools: [{ function: { name: 'T' } }], messages });
  const responses = (input: object[]) =>
    answered(server, '/v1/responses', { tools: [{ name: 'T' }], input });
  const agents = { a: anthropic, b: chat, c: responses };
  const waiting = Object.entries(agents).map(([name, ask]) => ask(history(name)));
  await Promise.all(Object.keys(agents).map((name) => server.reached(name)));

  // All three wait, and the root goes on.
  expect(await chat(said('root'))).toMatchObject({ choices: [{ message: { content: 'root 1' } }] });
  for (const name of ['c', 'a', 'b']) server.release(name);
  expect(await Promise.all(waiting)).toMatchObject([
    { content: [{ text: 'a 0' }] },
    { choices: [{ message: { content: 'b 0' } }] },
    { output: [{ content: [{ text: 'c 0' }] }] },
  ]);
  const ends = await Promise.all(Object.entries(agents).map(([name, ask]) => ask(said(name))));
  expect(ends).toMatchObject([
    { content: [{ text: 'a 1' }] },
    { choices: [{ message: { content: 'b 1' } }] },
    { output: [{ content: [{ text: 'c 1' }] }] },
  ]);
  const { reasoning: r0, ...step0 } = stepUsage(0);
  const { reasoning: r1, ...step1 } = stepUsage(1);
  const sum = (key: 'input' | 'output' | 'cacheRead', roots: StepUsage) =>
    3 * (step0[key] + step1[key]) + roots[key];
  expect(server.usageTotals()).toEqual({
    input: sum('input', step1),
    cacheRead: sum('cacheRead', step1),
    output: sum('output', step1),
    // Chat completions cannot tell it, and Anthropic's wire tells no reasoning.
    cacheWrite: 2 * (step0.cacheWrite + step1.cacheWrite),
    reasoning: 2 * (r0 + r1) + r1,
  });
  expect(server.usageTotals('a')).not.toHaveProperty('reasoning');
  const over = (wire: string) => server.requests.filter((request) => request.wire === wire).length;
  expect([over('anthropic'), over('responses'), over('chat')]).toEqual([2, 2, 3]);
});

it('a director answers in the place of scripts, by what is asked', async () => {
  const server = await startModelServer({
    scripts: {},
    direct: async ({ script, step }, id) => ({
      text: `${script} ${step}`,
      calls: [{ name: 'T', input: { id } }],
    }),
  });
  const ask = (content: string) =>
    answered(server, '/v1/chat/completions', {
      tools: [{ function: { name: 'T' } }],
      messages: [{ role: 'user', content }],
    });
  const [choice] = list((await ask(marker('root')))['choices']);
  const message = record(record(choice)['message']);
  const [call] = list(message['tool_calls']);
  expect(message['content']).toBe('root 0');
  const { id } = record(JSON.parse(string(record(record(call)['function'])['arguments'])));
  expect(record(call)['id']).toBe(`call_${string(id)}_0`);
  await server.close();
});
