import type { Explanation } from './explanation.ts';

/** How the work was cut and given out. */
export const ORCHESTRATION = {
  'no-implementation-owner': {
    name: 'No Implementation Owner',
    what: 'Sub-agents looked and reported, and nobody was ever asked to build.',
    detected:
      'No sub-agent wrote or was to; a deliverable is missing, or the first line came with little of the budget left.',
    thresholds: ['lateBuildLeft'],
    needs: 'budget and deliverables',
    prevented:
      'Every task of a plan has one owner and its deliverables; a delivery that leaves one out is told so in its receipt, and a task that nobody delivered stays open in fanin status.',
    advice: 'one-owner',
  },
  'no-assembly-owner': {
    name: 'No Assembly Owner',
    what: 'The parts were written, and nobody was to put them together.',
    detected:
      'Two or more wrote parts; a deliverable is missing or older than the last part; no test or build of the whole came after.',
    thresholds: [],
    needs: 'deliverables',
    prevented:
      'The integrator puts the whole together: it lands every delivery on one target, and checks that very tree.',
    advice: 'one-owner',
  },
  'no-integration-owner': {
    name: 'No Integration Owner',
    what: 'Two parts that refer to each other were finished, and the reference was nobody’s.',
    detected:
      'A test or a command can not find what the briefs name, and nobody touched either part afterwards; or an agent says that one part does not take what its brief told it to, and nobody changed that.',
    thresholds: [],
    needs: null,
    prevented:
      'Deliveries are checked together before the target moves; what fails together goes back to a task with the failing check in its brief.',
    advice: 'one-owner',
  },
  'no-pipeline-owner': {
    name: 'No Pipeline Owner',
    what: 'A stage ended well, and the next one was never begun.',
    detected:
      'Units that a unit needs were written, it was not, and there was budget left or the session ended by itself.',
    thresholds: ['pipelineLeft'],
    needs: 'units',
    prevented:
      'A task starts as soon as what it needs: has landed; fanin status shows what waits, and for what.',
    advice: 'one-owner',
  },
  'preflight-gated-work': {
    name: 'Preflight-Gated Work',
    what: 'One agent or command held everything up before the first line was written.',
    detected:
      'One agent (or several in turn), or calls of the root, took a quarter of the budget, before the first line and before all other sub-agents.',
    thresholds: ['gate', 'gateFloor', 'gatePart'],
    needs: null,
    prevented:
      'The command fanin plan shows the critical path and what may start at once; the pilot attempt is work of its own, not a gate before work.',
    advice: 'serial-first',
  },
  'serial-investigation': {
    name: 'Serial Investigation',
    what: 'A whole wave of sub-agents investigated before anyone built.',
    detected:
      'Two or more only looked, for a quarter of the budget, before the first line, or before one that was to build and wrote none.',
    thresholds: ['gate', 'gateFloor'],
    needs: null,
    prevented:
      'A plan is of tasks with write scopes; under concurrency: auto short or bounded work runs serially, with the look around in the same agent.',
    advice: 'serial-first',
  },
  'fan-out-budget-exhaustion': {
    name: 'Fan-out Budget Exhaustion',
    what: 'More was started than the budget could carry to its end.',
    detected:
      'The budget was used up; of three sub-agents or more a quarter, and at least two, were unfinished, and half of the tokens were theirs.',
    thresholds: [
      'fanOut',
      'fanOutUnfinished',
      'fanOutUnfinishedLeast',
      'fanOutTokens',
      'budgetHit',
      'budgetHitOpen',
    ],
    needs: 'budget',
    prevented:
      'The governor starts an attempt only if its expected cost and time fit what is left after the reserve (limits.reserve); sub-agents count.',
    advice: 'fewer-agents',
  },
  'critical-path-starvation': {
    name: 'Critical-Path Starvation',
    what: 'Agents worked beside the chain of work that the end depends on.',
    detected:
      'The longest chain of units was begun after half the budget, two or more worked beside it, and it was not finished.',
    thresholds: ['pathStart'],
    needs: 'units',
    prevented: 'The governor starts what is on the critical path first, then the longest.',
    advice: 'fewer-agents',
  },
  'oversized-child-task': {
    name: 'Oversized Child Task',
    what: 'One sub-agent had far more to do than the others, which were done long before.',
    detected:
      'One took three times the others’ median (or half of the budget), and was unfinished, or alone for a third of the time.',
    thresholds: ['oversized', 'oversizedOfBudget', 'oversizedAlone', 'oversizedFloor'],
    needs: null,
    prevented:
      'The command fanin plan tells tasks that do not fit and proposes splits; a task whose expected time does not fit is not started late.',
    advice: 'even-tasks',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
