import { runHook } from './guard-hook.ts';

/**
 * The program that an agent's hook starts before each tool call: `node guard-hook-main.js <agent>
 * <config>`. It stands before everything an agent does, so it loads next to nothing.
 */
const [, , agent = '', config = ''] = process.argv;
try {
  process.exitCode = runHook(agent, config);
} catch {
  // Whatever it is, the call was not judged.
  process.stderr.write("fanin's guard failed, so the call is refused\n");
  process.exitCode = 2;
}
