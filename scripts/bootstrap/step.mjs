import { spawn } from 'node:child_process';
import { StepError } from './errors.mjs';

/** Says on stderr, in one line, what is being done and how long it took: `Packages … 12 s`. */
export async function step(title, work) {
  const started = Date.now();
  process.stderr.write(`${title} … `);
  try {
    const result = await work();
    process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command without input; its output is kept back and shown only when it fails. A signal that
 * would end this process ends the command first: left behind, it would disturb the next bootstrap.
 * @returns {Promise<void>}
 */
export function runQuietly(file, args, { cwd, env, what }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    const end = (signal) => child.kill(signal);
    for (const signal of ENDING) process.on(signal, end);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => reject(new StepError(`${what} did not start: ${error.message}`)));
    child.on('close', (code, signal) => {
      for (const name of ENDING) process.removeListener(name, end);
      if (code === 0) resolve();
      else
        reject(new StepError(`${output.trimEnd()}\n${what} failed (${signal ?? `exit ${code}`})`));
    });
  });
}
