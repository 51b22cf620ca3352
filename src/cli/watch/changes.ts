/** How often a follower looks for something new, in ms. */
export const LOOK_MS = 200;

/** A pause between two looks. Ctrl-C ends the process, so nothing has to wake it. */
export const pause = (ms: number = LOOK_MS): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
