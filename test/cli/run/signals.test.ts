import { afterEach, describe, expect, it } from 'vitest';
import { watchSignals } from '../../../src/cli/run/signals.ts';
import type { Signals } from '../../../src/cli/run/signals.ts';

let signals: Signals | null = null;
afterEach(() => signals?.close());

function watched() {
  const done: string[] = [];
  signals = watchSignals({
    stop: (mode) => done.push(`stop ${mode}`),
    leave: () => done.push('leave'),
    say: (text) => done.push(`say ${text.slice(0, 8)}`),
  });
  return { done, signals };
}

describe('signals', () => {
  it('ask to wrap up first, and to stop the second time', () => {
    const { done, signals: watch } = watched();
    watch.ready();
    expect(watch.stopped()).toBe(false);
    process.emit('SIGINT');
    expect(done).toEqual(['say Agents a', 'stop wrap-up', 'leave']);
    process.emit('SIGINT');
    expect(done.slice(3)).toEqual(['say Stopping', 'stop now', 'leave']);
    expect(watch.stopped()).toBe(true);
  });

  it('stop now when the system asks', () => {
    const { done, signals: watch } = watched();
    watch.ready();
    process.emit('SIGTERM');
    expect(done).toEqual(['say Stopping', 'stop now', 'leave']);
  });

  it('are not lost when they come before the run has begun', () => {
    const { done, signals: watch } = watched();
    process.emit('SIGINT');
    expect(done).toEqual(['say Agents a']);
    watch.ready();
    expect(done).toEqual(['say Agents a', 'stop wrap-up', 'leave']);
  });

  it('are let go of afterwards', () => {
    const before = process.listenerCount('SIGINT');
    watched().signals.close();
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
