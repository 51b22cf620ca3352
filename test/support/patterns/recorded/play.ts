import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent } from '../../../rig/run-agent.ts';
import { startModelServer } from '../../../rig/model-server.ts';
import { marker } from '../../../rig/script.ts';
import { partsOf } from './answers.ts';
import { inSeconds, makeDirector, type Mark } from './director.ts';
import { paceOf, type RecordedScenario } from './scenario.ts';
import type { Stage } from './stage.ts';

/** A scenario as a real program played it. */
export interface Played {
  /** Holds `repo`, the work copy, and `home`, the program's HOME. */
  readonly folder: string;
  readonly marks: readonly Mark[];
  /** What the model could not say, as nobody asked for it; with what the program printed. */
  readonly trouble: string | null;
  readonly remove: () => void;
}

const FUSE_MS = 90_000;

/** Plays a scenario with a real program, in a folder of its own. */
export async function play(scenario: RecordedScenario, stage: Stage): Promise<Played> {
  const folder = realpathSync(mkdtempSync('/var/tmp/fanin-recorded-'));
  const workspace = join(folder, 'repo');
  const home = join(folder, 'home');
  const pace = paceOf(scenario);
  makeWorkspace(workspace, scenario, pace);
  const director = makeDirector({ parts: partsOf(scenario), stage, workspace, pace });
  const server = await startModelServer({ scripts: {}, direct: director.direct });
  const prompt = `${scenario.prompt} ${marker('root')}`;
  const launch = stage.launch({ home, workspace, url: server.url, prompt });
  // npm would ask for its own newest version.
  const files = [...launch.files, { name: '.npmrc', content: 'update-notifier=false\n' }];
  const session = await startAgent({
    launch: { ...launch, files, stdin: '', keepOpen: false, fixed: {} },
    workspace,
    home,
  });
  const fuse = new AbortController();
  void director.cutOff.then(() => session.signal('SIGTERM'));
  const end = await Promise.race([
    session.ended,
    sleep(FUSE_MS, null, { signal: fuse.signal }).catch(() => null),
  ]);
  fuse.abort();
  session.kill();
  await server.close();
  const left = director.left();
  const said = end === null ? ['it did not end'] : [...end.lines.slice(-4), end.stderr.slice(-800)];
  return {
    folder,
    marks: director.marks,
    trouble:
      end !== null && left.length === 0 ? null : `not said: ${left.join(', ')}\n${said.join('\n')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function makeWorkspace(workspace: string, { files }: RecordedScenario, pace: number): void {
  const all = { ...COMMON, ...files };
  for (const [path, text] of Object.entries(all)) {
    const whole = join(workspace, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, inSeconds(text.replaceAll('\\n', '\n'), pace));
  }
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.email', 'dev@example.com'],
    ['config', 'user.name', 'dev'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Begin'],
  ])
    spawnSync('git', ['-C', workspace, ...args], { stdio: 'ignore' });
}

/** A small package, whose test asks that every file of it can be read as a program. */
const COMMON: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "parts", "private": true, "scripts": { "test": "node --test" } }\n',
  'README.md': '# parts\n',
  'src/base.js': 'exports.base = 1;\n',
  'test/all.test.js': `const { test } = require('node:test');
const { readdirSync, readFileSync } = require('node:fs');
const { Script } = require('node:vm');
test('every file is a program', () => {
  for (const name of readdirSync('src').filter((each) => each.endsWith('.js')))
    new Script(readFileSync('src/' + name, 'utf8'));
});
`,
};
