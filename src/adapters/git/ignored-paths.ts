import { git } from './git.ts';
import { onTree } from './object-access.ts';
import { paths } from './paths.ts';

/**
 * What git ignores in the work copy at `path`, whose git folder is `gitDir`; a folder that is
 * ignored whole is named once, with a slash at its end. None where git cannot tell.
 */
export const ignoredPaths = async (gitDir: string, path: string): Promise<readonly string[]> => {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git(path, args, onTree(gitDir, path, { readOnly: true }));
  return listed.ok ? paths(listed.value.stdout) : [];
};
