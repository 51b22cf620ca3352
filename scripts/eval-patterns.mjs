// Makes the sessions of test/fixtures/patterns, reads them with the importers, looks for patterns, and
// prints how the detectors did. --wrong lists what was missed and what nobody asked for; --held-out
// judges the sessions that were written after the detectors; --recorded those that real programs recorded.
// Needs a Node that runs TypeScript.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeAll, scoresOf } from '../test/support/patterns/evaluate.ts';
import { judgeRecorded } from '../test/support/patterns/recorded/evaluate.ts';
import { readRecorded, readRecordedLater } from '../test/support/patterns/recorded/scenario.ts';
import { readHeldOut, readScenarios } from '../test/support/patterns/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-eval-'));
try {
  const judged = await judgedSessions();
  print(judged, scoresOf(judged));
  if (process.argv.includes('--wrong')) judged.forEach(printWrong);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function judgedSessions() {
  const later = process.argv.includes('--held-out');
  return process.argv.includes('--recorded')
    ? judgeRecorded(later ? readRecordedLater() : readRecorded(), folder)
    : judgeAll(later ? readHeldOut() : readScenarios(), folder);
}

function print(judged, scores) {
  const out = (line) => process.stdout.write(`${line}\n`);
  out(`${'pattern'.padEnd(30)} hits missed wrong precision recall    f1 agents evidence`);
  for (const each of scores) {
    const counts = [each.hits, each.missed, each.wrong].map((count) => String(count).padStart(5));
    const rates = [each.precision, each.recall, each.f1].map((rate) => rate.toFixed(2).padStart(7));
    const agreed = [each.sameAgents, each.sameEvidence].map((count) => String(count).padStart(6));
    out(`${each.code.padEnd(30)}${counts.join(' ')} ${rates.join(' ')} ${agreed.join(' ')}`);
  }
  const asked = scores.filter(({ hits, missed, wrong }) => hits + missed + wrong > 0);
  const macro = asked.reduce((sum, { f1 }) => sum + f1, 0) / asked.length;
  const what = process.argv.includes('--recorded') ? 'recorded' : 'made';
  const clean = judged.filter(({ scenario }) => scenario.kind === 'clean');
  const found = clean.reduce((sum, { findings }) => sum + findings.length, 0);
  out(
    `macro F1 ${macro.toFixed(3)} over ${asked.length} patterns, ${judged.length} ${what} sessions`,
  );
  out(`${found} findings in ${clean.length} clean and sequential sessions`);
  out(
    what === 'made'
      ? 'The corpus is made, not found: it says that detectors keep to their definitions, no more.'
      : 'The records are real programs’, what happens in them was scripted: it says nothing of the field.',
  );
}

function printWrong({ scenario, form, hit, wrong }) {
  const name = `${scenario.code} ${scenario.id} ${form}`;
  if (scenario.expected !== null && hit === undefined)
    process.stdout.write(`missed ${scenario.expected} in ${name}\n`);
  for (const { code, agents, consequence } of wrong)
    process.stdout.write(`wrong ${code} (${agents.join(', ')}) in ${name}: ${consequence}\n`);
}
