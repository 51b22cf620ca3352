import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../process/run.ts';
import { spawnDetached } from '../../process/spawn.ts';
import type { Step } from './script.ts';
import { emit, tellFact } from './session.ts';
import type { Session } from './session.ts';

const IDENTITY = ['-c', 'user.name=Scripted Agent', '-c', 'user.email=scripted@fanin.invalid'];
/** How often a gate's file is looked for where the file system gives no notice. */
const GATE_POLL_MS = 200;
/** Of a command's output, its end. */
const MAX_SHOWN = 2_000;
const CHUNK = 1024 * 1024;

/** Does one step. What cannot be done throws, and the agent ends as a failed one. */
export async function carryOut(step: Step, session: Session): Promise<void> {
  const handled =
    changeFiles(step, session) ||
    talk(step) ||
    gather(step, session) ||
    setBehaviour(step, session) ||
    (await startProcesses(step, session)) ||
    (await ask(step, session)) ||
    (await wait(step, session));
  if (!handled) throw new Error(`no such step: ${JSON.stringify(step)}`);
}

function changeFiles(step: Step, { workspace, folder }: Session): boolean {
  if ('write' in step) {
    const path = join(workspace, step.write.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.write.text);
  } else if ('append' in step) {
    appendDurably(join(workspace, step.append.path), step.append.text);
    if (step.append.ack === true) appendDurably(join(folder, 'acks.log'), step.append.text);
  } else if ('edit' in step) {
    const path = join(workspace, step.edit.path);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(step.edit.find)) throw new Error(`${step.edit.path} lacks the text to edit`);
    writeFileSync(
      path,
      text.replace(step.edit.find, () => step.edit.replace),
    );
  } else if ('delete' in step) {
    rmSync(join(workspace, step.delete), { recursive: true });
  } else return false;
  return true;
}

function appendDurably(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function talk(step: Step): boolean {
  if ('say' in step) emit({ type: 'say', text: step.say });
  else if ('tool' in step) emit({ type: 'tool', text: step.tool });
  else if ('subAgent' in step)
    tellFact({ kind: 'sub-agent', name: step.subAgent.id, ...step.subAgent });
  else if ('trouble' in step) tellFact({ kind: 'trouble', fatal: true, ...step.trouble });
  else if ('output' in step) flood(step.output.bytes, step.output.newline === true);
  else return false;
  return true;
}

function flood(bytes: number, newline: boolean): void {
  const chunk = Buffer.alloc(CHUNK, 'x');
  for (let left = bytes; left > 0; left -= CHUNK) {
    process.stdout.write(left >= CHUNK ? chunk : chunk.subarray(0, left));
  }
  if (newline) process.stdout.write('\n');
}

function gather(step: Step, session: Session): boolean {
  if ('claim' in step) session.claims.push(step.claim);
  else if ('skipped' in step) session.skipped.push(step.skipped);
  else if ('risk' in step) session.risks.push(step.risk);
  else if ('usage' in step) {
    const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = step.usage;
    const so = session.usage;
    session.usage = {
      input: so.input + input,
      cacheRead: so.cacheRead + cacheRead,
      cacheWrite: so.cacheWrite + cacheWrite,
      output: so.output + output,
    };
    emit({ type: 'usage', usage: session.usage });
  } else return false;
  return true;
}

function setBehaviour(step: Step, session: Session): boolean {
  if ('ignoreSigterm' in step) process.on('SIGTERM', () => undefined);
  else if ('ignoreMessages' in step) session.ignoresMessages = true;
  else if ('crash' in step) process.exit(step.crash);
  else return false;
  return true;
}

async function startProcesses(step: Step, { workspace }: Session): Promise<boolean> {
  if ('run' in step) {
    await command(['sh', '-c', step.run], step.run, workspace);
  } else if ('commit' in step) {
    await command(['git', 'add', '-A'], 'git add -A', workspace);
    const commit = ['commit', '-q', '--no-gpg-sign', '-m', step.commit];
    await command(['git', ...IDENTITY, ...commit], 'git commit', workspace);
  } else if ('detach' in step) {
    const env = { ...process.env } as Record<string, string>;
    spawnDetached({ argv: ['sh', '-c', step.detach], cwd: workspace, env });
  } else return false;
  return true;
}

async function command(argv: readonly string[], label: string, cwd: string): Promise<void> {
  const { exit, stdout, stderr } = await run({ argv, cwd });
  const output = Buffer.concat([stdout, stderr]).toString('utf8').slice(-MAX_SHOWN);
  emit({ type: 'command', argv: label, exit, output });
}

async function ask(step: Step, session: Session): Promise<boolean> {
  if (!('ask' in step)) return false;
  const { id, text, options = [], default: otherwise, waitMs } = step.ask;
  const kind = options.length === 0 ? 'clarification' : 'permission';
  const until = Date.now() + waitMs;
  tellFact({ kind: 'question', question: { id, kind, text, options, default: otherwise, until } });
  const unanswered = pause(waitMs).then(() => null);
  const given = await Promise.race([session.answer(id), unanswered]);
  const choice = given ?? otherwise;
  tellFact({ kind: 'answered', id, choice, by: given === null ? 'default' : 'person' });
  emit({ type: 'say', text: `answered: ${choice}` });
  return true;
}

async function wait(step: Step, session: Session): Promise<boolean> {
  if ('hang' in step) await session.wrapUp;
  else if ('pause' in step) await Promise.race([session.wrapUp, pause(step.pause)]);
  else if ('waitFor' in step) {
    const file = join(session.folder, `go-${step.waitFor}`);
    const opened = Promise.race([session.gate(step.waitFor), fileAppears(file)]);
    session.tell({ waiting: step.waitFor });
    await Promise.race([session.wrapUp, opened]);
  } else return false;
  return true;
}

function fileAppears(path: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(path)) return;
      watcher.close();
      clearInterval(timer);
      resolve();
    };
    const watcher = watch(dirname(path), look);
    const timer = setInterval(look, GATE_POLL_MS);
    look();
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
