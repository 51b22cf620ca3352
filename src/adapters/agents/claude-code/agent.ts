import type { Agent } from '../../../ports/agent.ts';
import { makeDecoder } from './decoder.ts';
import { detect } from './detect.ts';
import { launch } from './launch.ts';

/** Claude Code, headless: one prompt on standard input, JSON lines on standard output. */
export function claudeCodeAgent(): Agent {
  return {
    name: 'claude-code',
    capabilities: {
      message: 'none',
      usage: 'live',
      delegationOff: true,
      needsTty: false,
      output: 'records',
    },
    detect,
    launch,
    decoder: makeDecoder,
    message: () => null,
  };
}
