/** The version in what `claude --version` prints (`2.1.332 (Claude Code)`), or null. */
export function parseVersion(output: string): string | null {
  return /^\s*(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null;
}

/** True when `version` is lower than `minimal`; both are three numbers with dots. */
export function isOlder(version: string, minimal: string): boolean {
  const have = version.split('.').map(Number);
  const need = minimal.split('.').map(Number);
  for (const [i, part] of need.entries()) {
    const mine = have[i] ?? 0;
    if (mine !== part) return mine < part;
  }
  return false;
}
