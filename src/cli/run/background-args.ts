/** The same command line, for the process in the background. What follows `--` stays behind the flag. */
export function backgroundArgs(argv: readonly string[]): readonly string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.toSpliced(end, 0, '--background');
}
