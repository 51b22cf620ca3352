import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { interleaved, median, spread } from './measure.mjs';

const PAIRS = 10;

/** How each CLI is started by hand; the prompt goes where the CLI wants it. */
const BARE = {
  'claude-code': ({ run, model, prompt }) => ({
    argv: [
      run,
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      '--model',
      model,
      '--permission-mode',
      'bypassPermissions',
    ],
    stdin: prompt,
  }),
  codex: ({ run, model, args, prompt }) => ({
    argv: [
      run,
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '-m',
      model,
      ...args,
      '-',
    ],
    stdin: prompt,
  }),
  kimi: ({ run, prompt }) => ({
    argv: [run, '-p', prompt, '--output-format', 'stream-json'],
    stdin: '',
  }),
  opencode: ({ run, model, prompt }) => ({
    argv: [run, 'run', '--format', 'json', '-m', model, prompt],
    stdin: '',
  }),
  gemini: ({ run, model, prompt }) => ({
    argv: [
      run,
      '-p',
      prompt,
      '-o',
      'stream-json',
      '--approval-mode',
      'yolo',
      '--skip-trust',
      '-m',
      model,
    ],
    stdin: '',
  }),
};

/**
 * Wall time of a run of three requests (write a file, run a command, end) of each installed agent, started as
 * fanin starts it (supervisor, driver, accounts, to the exit that the engine is told of), over the bare CLI;
 * both talk to the scripted model server. Medians of interleaved pairs.
 */
export const benchAgents = async (pairs = PAIRS) => {
  const rows = [];
  for (const [name, bare] of Object.entries(BARE)) {
    const dialect = await dialectOf(name);
    if (dialect === null) continue;
    await underFanin(dialect);
    const { left, right } = await interleaved(
      Math.min(pairs, PAIRS),
      () => underFanin(dialect),
      () => alone(dialect, bare),
    );
    const ratios = left.map((ms, index) => ms / right[index]);
    rows.push({
      name: `three requests of ${name} under fanin (${left.length} pairs, ${spread(left)} ms)`,
      value: median(left),
      unit: 'ms',
      baseline: { name: 'the bare CLI', value: median(right) },
      ratio: median(ratios),
      goal: '≤ 1.1×',
    });
  }
  return rows;
};

/** The dialects of the contract tests (Node strips their types), with the adapters as they are built. */
const dialectOf = async (name) => {
  try {
    const module = await import(`../../test/e2e/agents/${name}.ts`);
    const dialect = Object.values(module).find((each) => each?.name === name && each.agent);
    const { agentByName } = await import('../../dist/compose/agents.js');
    return { ...dialect, agent: agentByName(name) };
  } catch (error) {
    console.error(`  (${name} left out: ${error.message})`);
    return null;
  }
};

const scriptsIn = (dialect, workspace) => ({
  main: [
    { calls: [dialect.write(join(workspace, 'hello.txt'), 'hello\n')] },
    { calls: [dialect.shell('cp hello.txt copy.txt')] },
    { text: 'All done.' },
  ],
});

const BRIEF = 'Do it. [[script:main]]';

const underFanin = async (dialect) => {
  const { openAgentBench } = await import('../../test/rig/agent-bench.ts');
  const bench = openAgentBench();
  try {
    const scripts = scriptsIn(dialect, bench.workspace);
    const run = await bench.start({
      dialect,
      scripts,
      delegation: { mode: 'native' },
      brief: BRIEF,
    });
    const { exit } = await run.ended;
    if (exit.code !== 0) throw new Error(`${dialect.name} ended with ${JSON.stringify(exit)}`);
    // From the launch on: as for the bare CLI, the model server is up by then.
    return performance.now() - run.since;
  } finally {
    await bench.close();
  }
};

const alone = async (dialect, bare) => {
  const { startModelServer } = await import('../../test/rig/model-server.ts');
  const folder = mkdtempSync('/var/tmp/fanin-bare-');
  const workspace = join(folder, 'work');
  const home = join(folder, 'home');
  for (const each of [workspace, join(home, 'tmp')]) mkdirSync(each, { recursive: true });
  const server = await startModelServer({ scripts: scriptsIn(dialect, workspace) });
  try {
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      IS_SANDBOX: '1',
      ...dialect.prepare({ home, url: server.url }),
    };
    const { argv, stdin } = bare({ args: [], ...dialect.spec, prompt: BRIEF });
    const started = performance.now();
    const [file, ...args] = argv;
    const child = spawn(file, args, { cwd: workspace, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`the bare ${dialect.name} ended with ${code}`);
    return performance.now() - started;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};
