import type { Result } from '../../src/domain/result.ts';
import { agentIsInstalled, agentPin, installAgent } from './agent-cli.ts';

/** The version of the Claude Code CLI that the tests drive. */
export const CLAUDE_VERSION = agentPin('claude-code').version;

/** Whether the pinned CLI lies in the repository's cache. */
export const claudeIsInstalled = (): boolean => agentIsInstalled('claude-code');

/** The pinned CLI's path; installed at the first call ever. The error says why it cannot be had. */
export const installClaude = (): Result<string, string> => installAgent('claude-code');
