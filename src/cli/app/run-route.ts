import { buildApplication, ExitCode, run, text_en } from '@stricli/core';
import type { ApplicationText, StricliProcess } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { EXIT } from '../exit-codes.ts';
import { wrap } from '../text/wrap.ts';
import type { CommandBench, Route } from './command.ts';
import { outlet } from './outlet.ts';
import { report } from './report.ts';

/** A route with the word it is called by and what follows that word. */
export interface RouteCall {
  readonly name: string;
  readonly route: Route;
  readonly args: readonly string[];
}

/** Parses the arguments, runs the command, and gives its exit code. What the command throws is thrown on. */
export async function runRoute({ name, route, args }: RouteCall): Promise<number> {
  const complaints: string[] = [];
  let code: number | null = null;
  let thrown: { readonly error: unknown } | null = null;
  const stricli: StricliProcess = {
    stdout: { write: (text) => outlet(1).write(helpText(text)) },
    stderr: { write: (text) => void complaints.push(text.trim()) },
    env: {},
  };
  const text: ApplicationText = {
    ...text_en,
    ...TEXT,
    exceptionWhileRunningCommand: (error) => {
      thrown = { error };
      return '';
    },
  };
  const context: CommandBench & { readonly process: StricliProcess } = {
    process: stricli,
    finish: (cli, outcome) => {
      code = outcome.ok ? outcome.value : report(outcome.error, cli);
    },
  };
  const app =
    'loader' in route
      ? buildApplication(route, { ...CONFIG, name: `fanin ${name}`, localization: { text } })
      : buildApplication(route, { ...CONFIG, name: `fanin ${name}`, localization: { text } });
  await run(app, args, context);
  rethrow(thrown);
  if (code !== null) return code;
  if (stricli.exitCode === ExitCode.Success) return EXIT.ok;
  return misused(
    name,
    args,
    complaints.filter((line) => line !== ''),
  );
}

/** The parser prints help and nothing else; its paragraphs may be longer than a screen is wide. */
const helpText = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => (line.length <= WIDTH ? [line] : shorter(line)))
    .join('\n');

/** In the table of flags, what stands in its last column moves up to the words before it. */
const shorter = (line: string): readonly string[] =>
  line.startsWith(' ') ? [line.replace(/ {2,}(?=\[[^\]]*\]$)/u, '  ')] : wrap(line, WIDTH);

const WIDTH = 100;

const CONFIG = {
  scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
  documentation: { disableAnsiColor: true, onlyRequiredInUsageLine: true },
} as const;

const TEXT: Partial<ApplicationText> = {
  headers: {
    usage: 'Usage',
    aliases: 'Also',
    commands: 'Commands',
    flags: 'Flags',
    arguments: 'Arguments',
  },
  briefs: {
    ...text_en.briefs,
    help: 'Print this help',
    argumentEscapeSequence: 'Everything after it is an argument, not a flag',
  },
};

function rethrow(thrown: { readonly error: unknown } | null): void {
  if (thrown !== null) throw thrown.error;
}

/** The parser did not understand the command line. */
function misused(name: string, args: readonly string[], complaints: readonly string[]): number {
  const [first = 'the command line was not understood', ...more] = complaints;
  const all = [first, ...more].map((message) =>
    failure('usage', message, { hint: `fanin ${name} --help shows what it takes` }),
  );
  report(all, { json: args.includes('--json') });
  return EXIT.usage;
}
