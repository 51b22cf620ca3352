// Makes the sessions of test/fixtures/patterns, reads them with the importers, looks for patterns, and
// prints how the detectors did. --wrong lists what was missed and what nobody asked for; --held-out
// judges the sessions that were written after the detectors; --others those of authors who saw no detector;
// --recorded those that real programs recorded.
// Behind the patterns of the made corpus: the benefits.
// Needs a Node that runs TypeScript.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  benefitScoresOf,
  judgeAll,
  judgeBenefits,
  macroF1,
  scoresOf,
} from '../test/support/patterns/evaluate.ts';
import { judgeRecorded } from '../test/support/patterns/recorded/evaluate.ts';
import { readRecorded, readRecordedLater } from '../test/support/patterns/recorded/scenario.ts';
import {
  readBenefits,
  readHeldOut,
  readOthers,
  readOthersHeldOut,
  readScenarios,
} from '../test/support/patterns/scenario.ts';

const later = process.argv.includes('--held-out');
const others = process.argv.includes('--others');
const recorded = process.argv.includes('--recorded');
const folder = mkdtempSync(join(tmpdir(), 'fanin-eval-'));
try {
  const judged = await judgedSessions();
  print(judged, scoresOf(judged), 'pattern');
  const gained = later || others || recorded ? [] : await judgedBenefits();
  if (gained.length > 0) {
    out('');
    print(gained, benefitScoresOf(gained), 'benefit');
  }
  out(
    recorded
      ? 'The records are real programs’, what happens in them was scripted: it says nothing of the field.'
      : 'The corpus is made, not found: it says that detectors keep to their definitions, no more.',
  );
  if (process.argv.includes('--wrong')) [...judged, ...gained].forEach(printWrong);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function judgedSessions() {
  return recorded
    ? judgeRecorded(later ? readRecordedLater() : readRecorded(), folder)
    : judgeAll(madeSessions(), folder);
}

function madeSessions() {
  if (others) return later ? readOthersHeldOut() : readOthers();
  return later ? readHeldOut() : readScenarios();
}

function judgedBenefits() {
  const alone = readScenarios().filter(({ code }) => code === 'sequential');
  return judgeBenefits([...readBenefits(), ...alone], folder);
}

function out(line) {
  process.stdout.write(`${line}\n`);
}

function print(judged, scores, what) {
  out(`${what.padEnd(30)} hits missed wrong precision recall    f1 agents evidence`);
  for (const each of scores) {
    const counts = [each.hits, each.missed, each.wrong].map((count) => String(count).padStart(5));
    const rates = [each.precision, each.recall, each.f1].map((rate) => rate.toFixed(2).padStart(7));
    const agreed = [each.sameAgents, each.sameEvidence].map((count) => String(count).padStart(6));
    out(`${each.code.padEnd(30)}${counts.join(' ')} ${rates.join(' ')} ${agreed.join(' ')}`);
  }
  const asked = scores.filter(({ hits, missed, wrong }) => hits + missed + wrong > 0);
  const clean = judged.filter(({ scenario }) => scenario.kind === 'clean');
  const found = clean.reduce((sum, { findings }) => sum + findings.length, 0);
  out(
    `macro F1 ${macroF1(scores).toFixed(3)} over ${asked.length} ${what}s, ${judged.length} ${recorded ? 'recorded' : 'made'} sessions`,
  );
  out(
    `${found} findings in ${clean.length} ${what === 'pattern' ? 'clean and ' : ''}sequential sessions`,
  );
}

function printWrong({ scenario, form, hit, wrong }) {
  const name = `${scenario.code} ${scenario.id} ${form}`;
  if (scenario.expected !== null && hit === undefined)
    process.stdout.write(`missed ${scenario.expected} in ${name}\n`);
  for (const { code, agents, consequence, gain } of wrong)
    process.stdout.write(
      `wrong ${code} (${agents.join(', ')}) in ${name}: ${consequence ?? gain}\n`,
    );
}
