import { buildCommand } from '@stricli/core';
import { createInterface } from 'node:readline';
import { openProject } from '../../compose/project.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import type { JudgedScript } from '../../compose/trust.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { entryLines, surveyLines } from '../screens/trust.ts';
import { count } from '../text/figures.ts';

interface Flags extends CommonFlags {
  readonly yes?: boolean;
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly at?: string;
}

/** `fanin trust [file…]` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled(trust),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      yes: toggle('Do not ask'),
      list: toggle('Say what is trusted here'),
      revoke: toggle('Trust them no more'),
      at: valued('The commit whose files are meant; default HEAD', 'commit'),
    },
    aliases: { ...COMMON_ALIASES, y: 'yes' },
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        brief: 'Only the scripts of these set-up files; default: all',
        placeholder: 'file',
      },
    },
  },
  docs: {
    brief: 'Let the set-up scripts of the repository run in workspaces',
    customUsage: ['[-y] [--at <commit>] [file]...', '--list', '--revoke [file]...'],
    fullDescription:
      'Scripts of conductor.json, .cursor/worktrees.json, .codex/environments and orca.yaml run only once you have seen them. One that changes, or that names a file that does, is not trusted any more.',
  },
});

async function trust(cli: Cli, flags: Flags, ...files: string[]): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  if (flags.revoke === true) return revoke(cli, place.value, files);
  if (flags.list === true) return list(cli, place.value);
  return ask(cli, place.value, { ...flags, files });
}

async function ask(
  cli: Cli,
  place: RepositoryPlace,
  wish: { readonly at?: string; readonly yes?: boolean; readonly files: readonly string[] },
): Promise<Outcome> {
  const { surveyTrust, trustScripts } = await import('../../compose/trust.ts');
  const survey = await surveyTrust(place, wish.at ?? 'HEAD');
  if (!survey.ok) return survey;
  const { files } = wish;
  const scripts = survey.value.scripts.filter(
    ({ script }) => files.length === 0 || files.includes(script.at.file),
  );
  const untrusted = scripts.filter((each) => each.trust.state !== 'trusted');
  if (!cli.json) cli.out.lines(surveyLines({ ...survey.value, scripts }, cli.look()));
  const agreed =
    untrusted.length > 0 && (wish.yes === true || (!cli.json && (await agrees(cli, untrusted))));
  if (agreed) {
    const pinned = untrusted.map(({ script }) => script);
    const written = trustScripts(place, pinned, { at: cli.now(), by: cli.user });
    if (!written.ok) return written;
  }
  if (cli.json) cli.out.lines([trustJson({ ...survey.value, scripts }, agreed)]);
  else if (untrusted.length > 0)
    cli.err.lines([agreed ? `Trusted: ${count(untrusted.length, 'script')}.` : NOTHING]);
  return ok(EXIT.ok);
}

const NOTHING = 'Nothing was trusted: fanin trust --yes does so without asking.';

const trustJson = (
  {
    commit,
    scripts,
    notes,
  }: {
    readonly commit: string;
    readonly scripts: readonly JudgedScript[];
    readonly notes: readonly string[];
  },
  agreed: boolean,
): string =>
  JSON.stringify({
    schema: 1,
    commit,
    scripts: scripts.map(({ script, trust: of }) => ({
      ...script,
      trust: agreed ? 'trusted' : of.state,
      changes: of.state === 'changed' ? of.changes : [],
    })),
    notes,
  });

/** A no unless somebody is there and says yes. */
async function agrees(cli: Cli, untrusted: readonly JudgedScript[]): Promise<boolean> {
  if (!cli.out.isTty || !process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    asking.question(`\nLet ${count(untrusted.length, 'script')} run? [y/N] `, resolve);
    // Ctrl-C and Ctrl-D are a no.
    asking.once('close', () => resolve(''));
  });
  asking.close();
  return /^\s*y(?:es)?\s*$/iu.test(answer);
}

async function list(cli: Cli, place: RepositoryPlace): Promise<Outcome> {
  const { trustedEntries } = await import('../../compose/trust.ts');
  const entries = trustedEntries(place);
  cli.out.lines(
    cli.json ? [JSON.stringify({ schema: 1, entries })] : entryLines(entries, cli.look()),
  );
  return ok(EXIT.ok);
}

async function revoke(
  cli: Cli,
  place: RepositoryPlace,
  files: readonly string[],
): Promise<Outcome> {
  const { revokeTrust } = await import('../../compose/trust.ts');
  const gone = revokeTrust(place, files);
  if (!gone.ok) return gone;
  if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, revoked: gone.value })]);
  else cli.out.lines([`No longer trusted: ${count(gone.value.length, 'script')}.`]);
  return ok(EXIT.ok);
}
