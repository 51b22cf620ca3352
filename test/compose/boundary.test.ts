import { describe, expect, it } from 'vitest';
import { memoryBoundary } from '../../src/adapters/simulated/boundary.ts';
import { hostBoundary } from '../../src/compose/boundary.ts';
import { boundaryFinding } from '../../src/compose/doctor-boundary.ts';
import { isolatedPlan } from '../../src/compose/isolation-here.ts';
import { unkeptText } from '../../src/compose/unkept.ts';
import { ok } from '../../src/domain/result.ts';
import type { Boundary } from '../../src/ports/boundary.ts';
import { planOf, taskOf } from '../support/plans.ts';

/** Holds, as a Mac's would, and keeps no more than that one. */
const weaker = (): Boundary => ({
  ...memoryBoundary().boundary,
  kind: 'sandbox-runtime',
  capabilities: {
    ownProcesses: false,
    ownMemory: false,
    ownPorts: false,
    ownUser: false,
    ownTmp: false,
    triedOut: false,
  },
});

describe('the boundary of a host', () => {
  it('is bubblewrap on Linux, the sandbox runtime on macOS, and nothing elsewhere', () => {
    expect(['linux', 'darwin', 'win32'].map((each) => hostBoundary(each)?.kind)).toEqual([
      'bubblewrap',
      'sandbox-runtime',
      undefined,
    ]);
  });

  it('is told with what it does not keep, by the doctor and with a plan', async () => {
    expect(unkeptText(memoryBoundary().boundary)).toBeNull();
    const said = unkeptText(weaker()) ?? '';
    expect(said).toMatch(/^untested on a system of this kind/u);
    for (const part of ['can live on', 'shared memory', 'listen on a port', '/tmp is closed']) {
      expect(said).toContain(part);
    }
    const finding = await boundaryFinding(weaker());
    expect(finding.state).toBe('note');
    expect(finding.text).toContain(said);
    const isolated = await isolatedPlan(weaker(), async (isolation) =>
      ok({ plan: planOf([taskOf('core', { isolation })]) }),
    );
    expect(isolated).toMatchObject({
      ok: true,
      value: { note: `the sandbox here (sandbox-runtime): ${said}` },
    });
  });
});
