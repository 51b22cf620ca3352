// Breaks governor and engine on purpose, one fault at a time, in a copy, and sees that a test catches
// each: `node scripts/mutate.mjs [name…]`. A fault whose place is not found any more is a failure too:
// write it anew for the code as it is now. `--places` looks for the places alone.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SIMULATION = 'test/sim/engine-sim.test.ts';
const MERGE_QUEUE = 'test/domain/merge-queue';

/** What is changed, and the test that must fail of it. */
const MUTATIONS = {
  'one-slot-too-many': {
    file: 'src/domain/governor/slots-term.ts',
    from: 'may: slots - live,',
    to: 'may: slots - live + 1,',
    test: SIMULATION,
  },
  'scope-let-go-at-the-exit': {
    file: 'src/domain/governor/holds.ts',
    from: 'if (!holdsScope(state)) return false;',
    to: "if (!holdsScope(state) || state.phase === 'delivered') return false;",
    test: SIMULATION,
  },
  'reserve-forgotten': {
    file: 'src/domain/governor/time-left.ts',
    from: 'wallMs * (1 - reserve) - wallUsed(run, now)',
    to: 'wallMs - wallUsed(run, now) + 0 * reserve',
    test: SIMULATION,
  },
  'sleep-is-wall-time': {
    file: 'src/domain/run/evolve.ts',
    from: 'busySince === null ? null : busySince + slept',
    to: 'busySince',
    test: SIMULATION,
  },
  'last-checkpoint-pruned': {
    file: 'src/domain/checkpoint/pruning.ts',
    from: 'earlier.filter((each, index) => index + 1 >= policy.most',
    to: 'newestFirst.filter((each, index) => index >= policy.most',
    test: SIMULATION,
  },
  'budget-without-live-attempts': {
    file: 'src/domain/governor/spending.ts',
    from: '- total - comingSpend(run, currency)',
    to: '- total',
    test: SIMULATION,
  },
  'budget-reached-and-gone-on': {
    file: 'src/domain/run/tick.ts',
    from: "run.phase === 'stopping' || limitReached(run, now) !== null",
    to: "run.phase === 'stopping'",
    test: SIMULATION,
  },
  'agent-time-used-up-unseen': {
    file: 'src/domain/governor/work-time.ts',
    from: 'workedBy(run, now) >= agentMs',
    to: 'workedBy(run, now) >= 2 * agentMs',
    // Deadlines hold the limit long before: in the simulation hardly any run comes to it.
    test: 'test/domain/governor/work-time.test.ts',
  },
  'backlog-not-counted': {
    file: 'src/domain/governor/review-term.ts',
    from: 'run.reviewLimit - backlog - coming',
    to: 'run.reviewLimit - coming',
    test: SIMULATION,
  },
  'landed-unchecked': {
    file: 'src/engine/effects/test-group.ts',
    from: 'return ok(await redText(context, last.attempt, checks));',
    to: 'return ok(null);',
    test: SIMULATION,
  },
  'landed-with-what-was-withdrawn': {
    file: 'src/domain/merge-queue/evolve.ts',
    from: 'greens: queue.greens.filter(({ rest }) => !rest.includes(id)),',
    to: 'greens: queue.greens,',
    test: MERGE_QUEUE,
  },
  'void-group-landed': {
    file: 'src/domain/merge-queue/verdict.ts',
    from: '!test.stale && rest.every((each) => waiting(queue, each) !== null);',
    to: '!test.stale;',
    test: MERGE_QUEUE,
  },
  'tree-landed-that-was-not-tested': {
    file: 'src/domain/merge-queue/evolve.ts',
    from: 'stale: test.stale || !hadAll(test.rest),',
    to: 'stale: test.stale,',
    test: MERGE_QUEUE,
  },
  'one-flake-blames': {
    file: 'src/domain/merge-queue/evidence.ts',
    from: 'item.reds.length > 1 &&',
    to: 'item.reds.length > 0 ||',
    test: MERGE_QUEUE,
  },
  'living-agent-not-adopted': {
    file: 'src/engine/carry-out.ts',
    from: "return state.kind === 'absent' ? carryOut(context, effect) : startOutcome(run(), task, state);",
    to: "return state.kind === 'absent' ? carryOut(context, effect) : (task, { kind: 'start-failed', failure: failure('io', 'it was there already') });",
    also: [['(await doneAfterAll(context, effect, outcome)) ?? outcome', 'outcome']],
    test: SIMULATION,
  },
  'superseded-engine-goes-on': {
    file: 'src/engine/engine.ts',
    from: 'fencedDeps(ports)',
    to: '(fencedDeps, ports)',
    test: SIMULATION,
  },
  'sleep-not-given-back': {
    file: 'src/domain/attempt/evolve.ts',
    from: 'attempt.deadlineAt + ms }',
    to: 'attempt.deadlineAt + 0 * ms }',
    test: SIMULATION,
  },
  'need-not-waited-for': {
    file: 'src/domain/task/decide.ts',
    from: ".filter((task) => task.needs.every((need) => taskState(run, need).phase === 'landed'))",
    to: ".filter((task) => task.needs.every((need) => taskState(run, need).phase !== 'waiting'))",
    test: SIMULATION,
  },
};

const placesOnly = process.argv.includes('--places');
const named = process.argv.slice(2).filter((word) => word !== '--places');
const wanted = named.length > 0 ? named : Object.keys(MUTATIONS);
const unknown = wanted.filter((name) => !Object.hasOwn(MUTATIONS, name));
if (unknown.length > 0) {
  process.stderr.write(
    `no mutation ${unknown.join(', ')}; there are ${Object.keys(MUTATIONS).join(', ')}\n`,
  );
  process.exit(2);
}

const copy = mkdtempSync(join(tmpdir(), 'fanin-mutate-'));
try {
  const done = placesOnly ? wanted.filter((name) => isThere(name)) : caughtOf(wanted);
  const what = placesOnly ? 'can be made' : 'caught';
  process.stdout.write(`${done.length} of ${wanted.length} mutations ${what}\n`);
  process.exitCode = done.length === wanted.length ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function caughtOf(names) {
  copySources();
  return names.filter((name) => isThere(name) && isCaught(name));
}

function isThere(name) {
  const { file, from, also = [] } = MUTATIONS[name];
  const whole = readFileSync(join(ROOT, file), 'utf8');
  const lost = [from, ...also.map(([before]) => before)].find((each) => !whole.includes(each));
  return lost === undefined || tell(name, false, `${file} does not hold \`${lost}\` any more`);
}

function copySources() {
  const names = ['src', 'test', 'scripts', 'package.json', 'vitest.config.ts', 'tsconfig.json'];
  for (const name of [...names, 'tsconfig.base.json', 'tsconfig.src.json', 'tsconfig.test.json'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

function isCaught(name) {
  const { file, from, to, also = [], test } = MUTATIONS[name];
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  const changes = [[from, to], ...also];
  writeFileSync(
    path,
    changes.reduce((text, [before, after]) => text.replace(before, () => after), whole),
  );
  const { status, stdout, stderr } = runTest(test);
  writeFileSync(path, whole);
  const said = stdout + stderr;
  const told = [...said.matchAll(/simulate\.mjs (--seed \d+)[^:\n]*: ([^\n]+)/gu)];
  const [, seed = '', rule = 'a test failed'] = told.at(-1) ?? [];
  const broken = `${seed} ${rule.slice(0, 120)}`.trim();
  if (status === 0) return tell(name, false, `${test} passes all the same`);
  // A mutation that does not even load is caught by nobody.
  const failed = /Tests\s+\d+ failed/u.test(said);
  return tell(name, failed, failed ? `${test}: ${broken}` : `${test} does not run:\n${said}`);
}

function runTest(test) {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  return spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', test], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
}

function tell(name, caught, text) {
  process.stdout.write(`${caught ? 'caught' : 'MISSED'} ${name} (${text})\n`);
  return caught;
}
