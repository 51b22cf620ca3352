import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/**
 * Starts a program that has this process's own standard streams, its environment, and on descriptor 3 a
 * channel for messages and sockets. It stays in this process's group.
 */
export function spawnWithChannel(argv: readonly string[]): ChildProcess {
  const [program = '', ...args] = argv;
  return spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}
