import { file, ref, rows } from '../row.ts';
import type { Row } from '../row.ts';

const HOST = '$CANARY';
const plant = (
  id: string,
  what: string,
  run: string,
): readonly [string, string, string, ReturnType<typeof file>, { boundaryOnly: true }] => [
  id,
  what,
  run.replaceAll('@', `touch ${HOST}/$ID;:`),
  file(`$CANARY/${id}`),
  { boundaryOnly: true },
];

/** What an agent leaves in its own clone for the host's git to run, when the host takes its work in. */
export const HOST_SIDE: readonly Row[] = rows('host-side git', [
  plant('plant-fsmonitor', 'core.fsmonitor', 'git config core.fsmonitor "@"'),
  plant(
    'plant-hooks-path',
    'core.hooksPath',
    'mkdir -p hk && for each in post-checkout pre-commit reference-transaction post-index-change pre-push post-upload; do printf "#!/bin/sh\\n@\\n" >hk/$each; chmod +x hk/$each; done; git config core.hooksPath "$PWD/hk"',
  ),
  plant(
    'plant-hook',
    'hooks of the clone',
    'for each in reference-transaction post-index-change pre-auto-gc proc-receive update; do printf "#!/bin/sh\\n@\\n" >.git/hooks/$each; chmod +x .git/hooks/$each; done',
  ),
  plant(
    'plant-pack-hook',
    'uploadpack.packObjectsHook',
    'git config uploadpack.packObjectsHook "sh -c \'@\'"',
  ),
  plant(
    'plant-filter',
    'a clean and smudge filter',
    'git config filter.x.clean "@"; git config filter.x.smudge "@"; git config filter.x.process "@"; echo "* filter=x" >.git/info/attributes',
  ),
  plant(
    'plant-textconv',
    'textconv and external diff',
    'git config diff.x.textconv "@"; git config diff.x.command "@"; git config diff.external "@"',
  ),
  plant(
    'plant-merge-driver',
    'a merge driver',
    'git config merge.x.driver "@"; echo "* merge=x diff=x" >>.git/info/attributes',
  ),
  plant(
    'plant-pager',
    'pagers and editors',
    'git config core.pager "@"; git config pager.log "@"; git config core.editor "@"; git config sequence.editor "@"',
  ),
  plant(
    'plant-ssh',
    'core.sshCommand, core.gitProxy, core.askPass',
    'git config core.sshCommand "@"; git config core.gitProxy "sh -c \'@\'"; git config core.askPass "@"',
  ),
  plant('plant-credential', 'a credential helper', 'git config credential.helper "!@"'),
  plant('plant-gpg', 'gpg.program', 'git config gpg.program "@"; git config commit.gpgSign true'),
  plant(
    'plant-include',
    'include.path',
    'printf "[core]\\n\\tfsmonitor = @\\n" >inc; git config include.path "$PWD/inc"',
  ),
  plant(
    'plant-worktree-config',
    'config.worktree',
    'git config extensions.worktreeConfig true; git config --worktree core.fsmonitor "@"',
  ),
  plant(
    'plant-nested',
    'a nested repository',
    'git init -q nested && git -C nested -c user.name=x -c user.email=x@x commit -q --allow-empty -m x && git -C nested config core.fsmonitor "@" && git add nested && git -c user.name=x -c user.email=x@x commit -q -m nested',
  ),
  plant(
    'plant-submodule',
    'a submodule whose update runs',
    'printf "[submodule \\"s\\"]\\n\\tpath = s\\n\\turl = ./s\\n\\tupdate = !@\\n" >.gitmodules && git config submodule.s.update "!@"',
  ),
  plant(
    'plant-alternates',
    'alternates that lead elsewhere',
    'printf "%s\\n" "$NEIGHBOUR/.git/objects" >>.git/objects/info/alternates; git config core.alternateRefsCommand "@"',
  ),
  plant(
    'plant-attributes',
    'core.attributesFile and gitattributes',
    'printf "* filter=x diff=x merge=x\\n" >.gitattributes; git config core.attributesFile "$PWD/.gitattributes"',
  ),
  plant(
    'plant-remote-helper',
    'remote.<name>.uploadpack and vcs',
    'git config remote.origin.uploadpack "@"; git config remote.origin.receivepack "@"',
  ),
  plant(
    'plant-trace',
    'trace2 into a file of the host',
    `git config trace2.eventTarget "${HOST}/$ID"; git config trace2.normalTarget "${HOST}/$ID"`,
  ),
]);

/** A raw tree of one entry, written as it is, on a branch of its own. `name` is for Node, `kind` a mode and an object. */
const tree = (id: string, what: string, entries: string): Row => ({
  id,
  group: 'delivery',
  what,
  run: `blob=$(echo x | git hash-object -w --stdin); link=$(printf /etc/passwd | git hash-object -w --stdin); modules=$(printf '%b' "$MODULES" | git hash-object -w --stdin); empty=$(git mktree </dev/null)
t=$(BLOB=$blob LINK=$link MODULES_BLOB=$modules EMPTY=$empty node -e 'const e = (mode, name, id) => Buffer.concat([Buffer.from(mode + " "), Buffer.from(name), Buffer.from([0]), Buffer.from(id, "hex")]); const { BLOB, LINK, MODULES_BLOB, EMPTY } = process.env; process.stdout.write(Buffer.concat([${entries}]))' | git hash-object -w -t tree --literally --stdin)
c=$(git -c user.name=x -c user.email=x@x commit-tree -m x -p HEAD "$t") && git update-ref "refs/heads/$BRANCHES/$ID" "$c"`,
  out: ref(`refs/remotes/agents/a/${id}`),
  boundaryOnly: true,
});

/** What a delivery may hold that would run or write where it is checked out. Object checks at the harvest stop these. */
export const DELIVERY: readonly Row[] = [
  tree('tree-dot-git', 'a folder .git', 'e("40000", ".git", EMPTY)'),
  tree('tree-dot-git-case', 'a folder .GIT', 'e("40000", ".GIT", EMPTY)'),
  tree('tree-dot-git-ntfs', 'a folder git~1', 'e("40000", "git~1", EMPTY)'),
  tree(
    'tree-dot-git-hfs',
    'a folder .git with an invisible letter',
    'e("40000", ".g\\u200cit", EMPTY)',
  ),
  tree('tree-dot-git-file', 'a link .git', 'e("120000", ".git", LINK)'),
  tree('tree-dot-dot', 'a folder ..', 'e("40000", "..", EMPTY)'),
  tree('tree-dot', 'a folder .', 'e("40000", ".", EMPTY)'),
  tree('tree-slash', 'a name with a slash', 'e("100644", "../main/x", BLOB)'),
  tree('tree-empty-name', 'an empty name', 'e("100644", "", BLOB)'),
  tree(
    'tree-twice',
    'a name twice: a link and a folder',
    'e("120000", "a", LINK), e("40000", "a", EMPTY)',
  ),
  tree('tree-modules-link', 'a link .gitmodules', 'e("120000", ".gitmodules", LINK)'),
  {
    ...tree(
      'modules-url',
      'a submodule whose url is an option',
      'e("100644", ".gitmodules", MODULES_BLOB)',
    ),
  },
  {
    ...tree('modules-name', 'a submodule named ../..', 'e("100644", ".gitmodules", MODULES_BLOB)'),
  },
  {
    ...tree(
      'modules-path',
      'a submodule whose path is an option',
      'e("100644", ".gitmodules", MODULES_BLOB)',
    ),
  },
  {
    ...tree(
      'modules-update',
      'a submodule whose update is a command',
      'e("100644", ".gitmodules", MODULES_BLOB)',
    ),
  },
].map((row) => ({ ...row, run: `MODULES='${MODULES(row.id)}'\n${row.run}` }));

/** The .gitmodules of a row, for printf. */
function MODULES(id: string): string {
  const of = (name: string, path: string, url: string, more = ''): string =>
    `[submodule "${name}"]\\n\\tpath = ${path}\\n\\turl = ${url}\\n${more}`;
  if (id === 'modules-url') return of('s', 's', '--upload-pack=touch');
  if (id === 'modules-name') return of('../../x', 's', './s');
  if (id === 'modules-path') return of('s', '-s', './s');
  return of('s', 's', './s', '\\tupdate = !touch\\n');
}
