import type { Row } from '../row.ts';
import { ENVIRONMENT } from './environment.ts';
import { FILES } from './files.ts';
import { GIT } from './git.ts';
import { KERNEL } from './kernel.ts';
import { NETWORK } from './network.ts';
import { PROCESSES } from './processes.ts';

/** Every way out that an agent tries by itself. */
export const TRIED: readonly Row[] = [
  ...FILES,
  ...GIT,
  ...PROCESSES,
  ...NETWORK,
  ...ENVIRONMENT,
  ...KERNEL,
];
