/** A step of the bootstrap failed; the message is all the reader gets, so it says what to do. */
export class StepError extends Error {
  exitCode = 1;
}

/** The machine lacks something the project needs (exit code 5, as everywhere in fanin). */
export class EnvironmentError extends StepError {
  exitCode = 5;

  constructor(what, whatToDo) {
    super(`${what}\n${whatToDo}`);
  }
}
