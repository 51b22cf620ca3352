/** The first version in what a program prints (`2.1.332 (Claude Code)`, `codex-cli 0.171.0`), or null. */
export function parseVersion(output: string): string | null {
  return /^\s*(?:[A-Za-z][\w-]*\s+)?v?(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? null;
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
