import type { Finding } from '../../attempt/attempt.ts';
import type { DeliveredEntry, DeliveryLimits } from './delivered-tree.ts';
import { blocking, shown, some } from './tell.ts';

/** Whether what is new is more than somebody means to deliver. */
export const sizeFindings = (
  entries: readonly DeliveredEntry[],
  limits: DeliveryLimits,
): readonly Finding[] => {
  const fresh = entries.filter(({ isNew }) => isNew);
  const bytes = fresh.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const large = fresh.filter(({ size }) => (size ?? 0) > limits.fileBytes).map(({ path }) => path);
  const deep = fresh.find(
    ({ path }) => path.split('/').length - 1 > limits.depth || path.length > limits.pathBytes,
  );
  return [
    ...(fresh.length > limits.paths
      ? [
          huge(
            null,
            `The delivery adds or changes ${fresh.length} files; ${limits.paths} is the limit.`,
          ),
        ]
      : []),
    ...(bytes > limits.totalBytes
      ? [
          huge(
            null,
            `The delivery adds ${megabytes(bytes)}; ${megabytes(limits.totalBytes)} is the limit.`,
          ),
        ]
      : []),
    ...(large.length > 0
      ? [huge(large[0] ?? null, `Larger than ${megabytes(limits.fileBytes)}: ${some(large)}.`)]
      : []),
    ...(deep === undefined
      ? []
      : [huge(deep.path, `${shown(deep.path)} lies too deep for some programs and file systems.`)]),
  ];
};

const huge = (path: string | null, text: string): Finding => blocking('tree-huge', path, text);

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
