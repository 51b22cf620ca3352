/** The name of the log of a workspace's k-th set-up command, from 0, in the attempt's folder. */
export const setupLog = (k: number): string => (k === 0 ? 'setup.log' : `setup-${k + 1}.log`);
