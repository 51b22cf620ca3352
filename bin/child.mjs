// Runs one child process in our place: same terminal, its signals, its exit code.
// Plain JavaScript for any Node >= 18: bin/fanin.mjs and scripts/bootstrap.mjs use it before
// it is known that this Node is new enough.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/**
 * Starts `file` with the standard streams of this process and ends this process as the child ends.
 * Ctrl-C in a terminal reaches the whole process group, so SIGINT and SIGQUIT are then not sent twice.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function becomeChild(file, args, options = {}) {
  const child = spawn(file, args, { ...options, stdio: 'inherit' });
  const fromTerminal = new Set(process.stdin.isTTY ? ['SIGINT', 'SIGQUIT'] : []);
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      if (!fromTerminal.has(signal)) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`cannot start ${file}: ${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => endAs(code, signal));
}

/** Ends this process with the child's exit code, or by the signal that ended the child. */
function endAs(code, signal) {
  if (signal === null) process.exit(code ?? 1);
  for (const name of FORWARDED) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // A signal this process survives (it may be ignored): the shell's convention says the rest.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 1000);
}
