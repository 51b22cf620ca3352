import { runAttached } from '../adapters/process/attached.ts';

/** Shows a long text by `$PAGER` (default: less); false when that could not be started. */
export const page = (input: string | Uint8Array): Promise<boolean> => {
  const command = (process.env['PAGER'] ?? '').trim();
  // What git gives less: short texts stay on the screen, colours work.
  return runAttached({
    command: command === '' ? 'less' : command,
    env: { LESS: 'FRX', ...process.env },
    input,
  });
};
