import type { Boundary } from '../ports/boundary.ts';
import { hostBoundary } from './boundary.ts';
import { fine, note } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { unkeptText } from './unkept.ts';

const NAME = 'sandbox';

/** Whether agents can be kept in by the kernel here. Without, fanin works at the worktree level. */
export async function boundaryFinding(
  boundary: Boundary | null = hostBoundary(),
): Promise<DoctorFinding> {
  if (boundary === null) return note(NAME, `there is none for ${process.platform} yet`);
  const proven = await boundary.prove();
  if (!proven.ok) {
    const { code, message, hint } = proven.error;
    return { ...note(NAME, message, hint ?? null), code };
  }
  const { version, tried, networks } = proven.value;
  const text = `${boundary.kind} ${version} holds: ${tried.length} ways out tried`;
  const unkept = unkeptText(boundary);
  if (unkept !== null) return note(NAME, `${text}; ${unkept}`, 'docs/isolation.md says more');
  return networks.includes('allow')
    ? fine(NAME, text)
    : note(NAME, `${text}; no network allowlists`, 'they need ip (iproute2)');
}
