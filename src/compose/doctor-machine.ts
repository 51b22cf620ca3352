import { statfs } from 'node:fs/promises';
import { release } from 'node:os';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { failure } from '../domain/failure.ts';
import { fine, note, problem } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/** The operating system. Arguments are this machine's own unless a test says otherwise. */
export function platformFinding(
  platform: string = process.platform,
  kernel: string = release(),
): DoctorFinding {
  switch (platform) {
    case 'linux':
      return fine(
        'platform',
        /microsoft/iu.test(kernel) ? `Linux ${kernel}, in WSL` : `Linux ${kernel}`,
      );
    case 'darwin':
      return note('platform', 'macOS: fanin should work here, and nobody has tested it');
    case 'win32':
      return problem(
        'platform',
        failure('platform-unsupported', 'Windows itself is not supported', {
          hint: 'run fanin in WSL, with the repository inside it',
        }),
      );
    default:
      return note('platform', `${platform}: nobody has tested fanin here`);
  }
}

/** A Node that is too old never comes this far. */
export const nodeFinding = (): DoctorFinding =>
  fine('node', `${process.versions.node} (${process.execPath})`);

const PROBLEM_BYTES = 200e6;
const NOTE_BYTES = 3e9;
const NOTE_FILES = 50_000;

/** Space where fanin keeps its state; workspaces lie beside the repository, so mostly on the same disk. */
export async function diskFinding(place: RepositoryPlace): Promise<DoctorFinding> {
  const stat = await statfs(place.commonDir).catch(() => null);
  if (stat === null) return note('disk', 'how much space is free could not be found out');
  const free = stat.bavail * stat.bsize;
  // Some file systems make files as they need them and say 0 of 0.
  const files = stat.files === 0 ? null : stat.ffree;
  return diskSpace({ free, files });
}

/** What free space comes to, in bytes, and in files where there is a limit. */
export function diskSpace({
  free,
  files,
}: {
  readonly free: number;
  readonly files: number | null;
}): DoctorFinding {
  const text = `${gigabytes(free)} free`;
  const hint = 'every agent has a work copy of its own: free some space; fanin clean helps';
  if (free < PROBLEM_BYTES) return problem('disk', failure('disk-full', text, { hint }));
  if (free < NOTE_BYTES) return note('disk', text, hint);
  if (files !== null && files < NOTE_FILES) {
    return note('disk', `${text}, and room for ${files} more files`, hint);
  }
  return fine('disk', text);
}

const gigabytes = (count: number): string =>
  count < 10e9 ? `${(count / 1e9).toFixed(1)} GB` : `${Math.round(count / 1e9)} GB`;
