import { expect, it } from 'vitest';
import type { Failure } from '../../src/domain/failure.ts';
import type { AgentSpec } from '../../src/domain/plan/plan.ts';
import type { Result } from '../../src/domain/result.ts';
import type { Launch, LaunchRequest } from '../../src/ports/agent.ts';
import { launchRequest } from '../contract/agent.ts';

/** An adapter's launch, and an agent of the config that says no more than it must. */
export interface LaunchSubject {
  readonly launch: (request: LaunchRequest, node: string) => Result<Launch, Failure>;
  readonly spec: AgentSpec;
}

/** What is started, with `/opt/node`; throws where nothing is. */
export function launched(subject: LaunchSubject, more: Partial<LaunchRequest> = {}): Launch {
  const result = subject.launch(launchRequest(subject.spec, more), '/opt/node');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The code of why nothing is started; null where something is. */
export function launchProblem(subject: LaunchSubject, more: Partial<LaunchRequest>): string | null {
  const result = subject.launch(launchRequest(subject.spec, more), '/opt/node');
  return result.ok ? null : result.error.code;
}

/** What a file of the attempt holds; empty where there is none. */
export const fileOf = ({ files }: Launch, name: string): string =>
  files.find((file) => file.name === name)?.content ?? '';

/** What the driver is told. */
export const configOf = (started: Launch): Readonly<Record<string, unknown>> =>
  JSON.parse(fileOf(started, 'driver.json')) as Readonly<Record<string, unknown>>;

/** For the launch of a driver: what it starts, and where the brief is not. */
export function itStartsItsDriver(subject: LaunchSubject): void {
  it('starts the driver with its config in the attempt’s folder', () => {
    const started = launched(subject, { brief: 'SECRET words', folder: '/state' });
    const [node, driver, config, ...rest] = started.argv;
    expect([node, config, rest]).toEqual(['/opt/node', '/state/driver.json', []]);
    expect(driver?.endsWith(`/${subject.spec.use}/driver-main.ts`)).toBe(true);
    expect(started.argv.join(' ')).not.toContain('SECRET');
    expect(JSON.stringify(configOf(started))).toContain('SECRET words');
  });
}

/** For agents that delegate or do not, and know no cap. */
export function itDelegatesWithoutCaps(subject: LaunchSubject): void {
  it('refuses a cap, which the CLI does not keep', () => {
    expect(launchProblem(subject, { delegation: { mode: 'capped', n: 2 } })).toBe(
      'agent-delegation-unsupported',
    );
  });

  it('holds everything else equal', () => {
    expect(launched(subject, { delegation: { mode: 'native' } }).fixed).toEqual(
      launched(subject, { delegation: { mode: 'off' } }).fixed,
    );
  });
}

/** What an agent of the config may not say. */
export interface RefusedWords {
  /** Arguments that are taken; the refused ones come after them. */
  readonly taken: readonly string[];
  readonly reserved: readonly string[];
  readonly effort: string;
}

/** For agents with arguments that fanin gives itself, and efforts that they do not know. */
export function itRefuses(subject: LaunchSubject, { taken, reserved, effort }: RefusedWords): void {
  it(`takes ${taken.join(' ')} among the arguments`, () => {
    expect(launchProblem(subject, { spec: { ...subject.spec, args: taken } })).toBeNull();
  });

  it.each(reserved)('refuses %s among the arguments', (argument) => {
    const spec = { ...subject.spec, args: [...taken, argument] };
    expect(launchProblem(subject, { spec })).toBe('agent-argument-reserved');
  });

  it(`refuses the effort ${effort}`, () => {
    expect(launchProblem(subject, { spec: { ...subject.spec, effort } })).toBe(
      'agent-effort-unknown',
    );
  });
}
