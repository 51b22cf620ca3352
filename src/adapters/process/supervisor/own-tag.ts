/**
 * The tag of a supervisor and its tools. It is not its attempt's: a sweep of the attempt must not
 * end the one who sweeps, and one of the supervisor finds what a killed one has left.
 */
export function supervisorTag(attemptTag: string): string {
  return `supervisor:${attemptTag}`;
}
