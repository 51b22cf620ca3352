import { commandsContract } from '../contract/commands.ts';
import { fakeCommands } from './fake-commands.ts';

commandsContract('the fake', () => {
  const fake = fakeCommands(({ command }) => {
    const [does = ''] = command.argv;
    if (does === 'endless') return 'endless';
    return { exit: does === 'missing' ? 127 : Number(does) };
  });
  const running = async (tag: string): Promise<void> => {
    while (fake.running(tag) === 0) await Promise.resolve();
  };
  return {
    commands: fake.commands,
    command: (tag, does) => ({
      command: { argv: [String(does)], cwd: '/', env: {} },
      tag,
      timeoutMs: 60_000,
      logFile: '/log',
    }),
    running,
    left: (tag) => fake.running(tag),
    timeOut: async (tag) => {
      await running(tag);
      fake.timeOut(tag);
    },
    close: () => Promise.resolve(),
  };
});
