/** `path` seen from the absolute folder `root`, absolute, without `.` and `..`. Looks at no file. */
export function joinPath(root: string, path: string): string {
  const segments: string[] = [];
  for (const segment of (path.startsWith('/') ? path : `${root}/${path}`).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** Whether the absolute `path` is `folder` or lies in it, by its letters alone. */
export function isInside(folder: string, path: string): boolean {
  const outer = joinPath('/', folder);
  const inner = joinPath('/', path);
  return inner === outer || outer === '/' || inner.startsWith(`${outer}/`);
}
