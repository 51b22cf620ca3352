import { evidenceText } from '../../../../src/domain/trace/evidence.ts';
import { findPatterns } from '../../../../src/domain/trace/patterns/detect.ts';
import type { TraceFinding } from '../../../../src/domain/trace/finding.ts';
import { isRecorded, recordedTraceOf, type RecordedTrace } from './corpus.ts';
import type { RecordedScenario } from './scenario.ts';

/** A recorded session with what was found in it. */
export interface JudgedRecording extends RecordedTrace {
  readonly form: string;
  readonly findings: readonly TraceFinding[];
  /** The finding that the label asks for; undefined: it was missed, or none is asked for. */
  readonly hit: TraceFinding | undefined;
  /** Findings that nobody asked for. */
  readonly wrong: readonly TraceFinding[];
  readonly sameAgents: boolean;
  readonly sameEvidence: boolean;
}

/** Reads and judges all recorded sessions. A hit names the pattern and one at least of the label's agents. */
export async function judgeRecorded(
  scenarios: readonly RecordedScenario[],
  folder: string,
): Promise<readonly JudgedRecording[]> {
  const judged: JudgedRecording[] = [];
  for (const scenario of scenarios)
    for (const player of scenario.players)
      if (isRecorded(scenario, player))
        judged.push(judge(await recordedTraceOf(scenario, player, folder)));
  return judged;
}

function judge(read: RecordedTrace): JudgedRecording {
  const { scenario, recording, trace, evidence } = read;
  const findings = findPatterns(trace);
  const who = (scenario.label?.who ?? []).map((id) => recording.agents[id] ?? id);
  const hit = findings.find(
    ({ code, agents }) => code === scenario.expected && agents.some((id) => who.includes(id)),
  );
  const named = new Set(hit?.evidence.map(evidenceText));
  return {
    ...read,
    form: read.player,
    findings,
    hit,
    wrong: findings.filter((each) => each !== hit),
    sameAgents: [...new Set(hit?.agents)].toSorted().join(' ') === who.toSorted().join(' '),
    sameEvidence: evidence.every((lines) => lines.some((line) => named.has(line))),
  };
}
