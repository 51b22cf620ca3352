// The gates: `npm run check [gate…]`. All of them run, two at a time, whatever fails; a line each
// with its duration, the output of those that failed, and of those that have numbers to tell.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const AT_ONCE = 2;
const bin = (name, path) => join('node_modules', name, path);

/** Longest first. What each runs with Node; `tells`: its last line is worth reading when all is well. */
const GATES = {
  lint: { argv: [bin('oxlint', 'bin/oxlint'), '--deny-warnings'] },
  types: { argv: [bin('@typescript/native', 'bin/tsc'), '-b'] },
  architecture: { argv: ['scripts/check-architecture.mjs'], tells: true },
  unused: { argv: [bin('knip', 'bin/knip.js')] },
  size: { argv: ['scripts/check-size.mjs'], tells: true },
  format: { argv: [bin('oxfmt', 'bin/oxfmt'), '--check'] },
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GATES);
const unknown = names.filter((name) => !Object.hasOwn(GATES, name));
if (unknown.length > 0) {
  process.stderr.write(
    `no gate ${unknown.join(', ')}; there are ${Object.keys(GATES).join(', ')}\n`,
  );
  process.exit(2);
}
const queue = [...names];
const failed = [];
await Promise.all(Array.from({ length: AT_ONCE }, drain));
if (failed.length > 0) {
  process.stdout.write(`${failed.length} of ${names.length} gates failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

async function drain() {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const started = Date.now();
    const { code, output } = await run(GATES[name].argv);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const last = output.slice(output.lastIndexOf('\n') + 1);
    const told = code === 0 && GATES[name].tells ? `  ${last}` : '';
    const full = code === 0 ? '' : `${output}\n`;
    process.stdout.write(`${full}${code === 0 ? 'ok  ' : 'FAIL'} ${name} ${seconds} s${told}\n`);
    if (code !== 0) failed.push(name);
  }
}

function run(argv) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, argv, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('close', (code, signal) =>
      resolve({ code: code ?? signal, output: output.trimEnd() }),
    );
  });
}
