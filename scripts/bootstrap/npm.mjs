/**
 * How to run npm with the given Node: the npm that started us when there is one (its script is run
 * by that Node, whatever PATH says), else the one on PATH.
 */
export function npmCommand(node) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? { file: node, args: [script] }
    : { file: 'npm', args: [] };
}
