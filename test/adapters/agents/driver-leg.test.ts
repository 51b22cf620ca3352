import { afterEach, expect, it, vi } from 'vitest';
import { endLeg, startDriverLeg, type DriverLeg } from '../../../src/adapters/agents/driver-leg.ts';
import type { DriverLink } from '../../../src/adapters/agents/driver-link.ts';
import type { Leg } from '../../../src/adapters/process/leg.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';

describeWith(['proc'], 'a leg of a driver', () => {
  const legs: Leg[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    for (const leg of legs.splice(0)) leg.signal('SIGKILL');
  });

  const start = (script: string, keepErrors = true) => {
    let passed = '';
    let closed = 0;
    const lines: string[] = [];
    const link: DriverLink = {
      output: {
        pass: (chunk) => (passed += Buffer.from(chunk).toString('utf8')),
        record: () => undefined,
        close: () => (closed += 1),
      },
      tell: () => undefined,
    };
    const what = { name: 'leg', argv: ['sh', '-c', script], cwd: process.cwd(), stdin: '' };
    const started: DriverLeg = startDriverLeg(
      { ...what, keepOpen: false, keepErrors },
      link,
      (line) => lines.push(line),
    );
    legs.push(started.leg);
    return { ...started, lines, seen: () => ({ passed, closed }) };
  };

  it('passes its output on, tells the lines of it, and the one it left open at the end', async () => {
    const { leg, endOutput, lines, seen } = start('printf "one\\ntwo"');
    expect(await leg.ended).toMatchObject({ code: 0, failure: null });
    expect(lines).toEqual(['one']);
    endOutput();
    expect(lines).toEqual(['one', 'two']);
    expect(seen()).toEqual({ passed: 'one\ntwo', closed: 1 });
  });

  it('keeps the end of its errors where they are of use, and passes them on whole', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const kept = start('printf "begun%05000d why" 0 >&2');
    await kept.leg.ended;
    const whole = written.mock.calls.map(([chunk]) => Buffer.from(chunk).toString('utf8')).join('');
    expect(whole).toMatch(/^begun0{5000} why$/);
    expect(kept.errors()).toBe(whole.slice(-4_000));
  });

  it('leaves its errors alone where they are of none', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { leg, errors } = start('echo "meant to be seen" >&2', false);
    await leg.ended;
    expect(written).not.toHaveBeenCalled();
    expect(errors()).toBe('');
  });

  it('is asked to end, and killed where it does not hear', async () => {
    const loop = 'echo ready; while :; do sleep 0.1; done';
    const hears = start(`trap "exit 7" TERM; ${loop}`);
    const deaf = start(`trap "" TERM INT; ${loop}`);
    await eventually('both are ready', () => hears.lines.length + deaf.lines.length === 2);
    endLeg(hears.leg, 'SIGTERM', 60_000);
    endLeg(deaf.leg, 'SIGTERM', 10);
    expect(await hears.leg.ended).toMatchObject({ code: 7 });
    expect(await deaf.leg.ended).toMatchObject({ signal: 'SIGKILL' });
  });
});
