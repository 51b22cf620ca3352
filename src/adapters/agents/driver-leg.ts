import { lineCutter } from '../process/driver-output.ts';
import { startLeg, type Leg, type LegOptions } from '../process/leg.ts';
import type { DriverLink } from './driver-link.ts';

/** What a driver starts; its environment is the driver's own. */
export interface DriverLegOptions extends Pick<
  LegOptions,
  'name' | 'argv' | 'cwd' | 'stdin' | 'keepOpen'
> {
  /** Whether its errors are of use to the driver; either way they go on whole. */
  readonly keepErrors: boolean;
}

/** A leg whose output is passed on as it comes. */
export interface DriverLeg {
  readonly leg: Leg;
  /** To be called once it has ended: tells the line that it left open, and closes it in the output. */
  readonly endOutput: () => void;
  /** The end of what it wrote to its standard error; empty where that is not kept. */
  readonly errors: () => string;
}

/** As much of a leg's errors is kept, in characters. */
const ERRORS_MAX = 4_000;

/** Starts a leg of a driver, and tells the lines of its output. */
export function startDriverLeg(
  options: DriverLegOptions,
  link: DriverLink,
  onLine: (line: string) => void,
): DriverLeg {
  const { keepErrors, ...what } = options;
  const lines = lineCutter(onLine);
  let errors = '';
  const onErrors = (chunk: Uint8Array): void => {
    process.stderr.write(chunk);
    errors = (errors + Buffer.from(chunk).toString('utf8')).slice(-ERRORS_MAX);
  };
  const leg = startLeg({
    ...what,
    env: process.env,
    onOutput: (chunk) => {
      link.output.pass(chunk);
      lines.take(chunk);
    },
    ...(keepErrors ? { onErrors } : {}),
  });
  return {
    leg,
    endOutput: () => {
      lines.end();
      link.output.close();
    },
    errors: () => errors,
  };
}

/** Asks a leg to end; what has not heard after `patience`, in ms, is killed with its group. */
export function endLeg(leg: Leg, signal: 'SIGINT' | 'SIGTERM', patience: number): void {
  leg.signal(signal);
  const timer = setTimeout(() => leg.signal('SIGKILL'), patience);
  void leg.ended.then(() => clearTimeout(timer));
}
