import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { harmTo } from './harm.ts';
import { once } from './once.ts';
import type { Candidate, Detector } from './pattern.ts';
import { subOf } from './session-index.ts';
import {
  callName,
  isDeliverable,
  overlap,
  type RanAgent,
  type SessionView,
  type Timed,
} from './session-view.ts';
import { thingOf, thingsIn, type Thing } from './shared-things.ts';

/** A sub-agent used a temporary or generated thing of another that nobody had handed over. */
export const artifactLeakage: Detector = {
  code: 'artifact-leakage',
  detect(view) {
    const makers = new Map<string, Touch>();
    const told = new Set<string>();
    return touches(view).flatMap((touch) => {
      const { key } = touch.thing;
      const maker = latest(makers.get(key), builtFor(makers, touch));
      // What was written last is what is there; what merely was spoken of is its first one's.
      const isMaking = touch.how === 'write' || (touch.how === 'named' && maker === undefined);
      if (isMaking && touch.ok && touch.makes) makers.set(key, touch);
      // Who writes into what keeps a state goes on from that state.
      if (isMaking && !(touch.how === 'write' && STATE.test(touch.thing.name))) return [];
      // Of one thing the first time is enough.
      if (maker === undefined || told.has(key)) return [];
      const found = leakOf(view, maker, touch);
      if (found === null) return [];
      told.add(key);
      return [found];
    });
  },
};

/** A thing was written, was taken in, or was named by a command of which no more is known. */
interface Touch {
  readonly thing: Thing;
  readonly how: 'write' | 'read' | 'named';
  readonly agent: AgentId;
  readonly at: number;
  readonly ok: boolean;
  /** Whether a thing that nobody has made yet can be its work. */
  readonly makes: boolean;
  readonly evidence: Evidence;
}

/** What programs read as well as they write it. */
const STATE = /cache|\.(?:db|sqlite3?|rdb|lock|pid|sock)$/i;

/** What builds leave behind, in a work copy. */
const builtIn = (workspace: string | null): string => `built:${workspace ?? ''}`;

/** The last build of the work copy that a file of a build was read in. */
const builtFor = (
  makers: ReadonlyMap<string, Touch>,
  { how, thing: { path } }: Touch,
): Touch | undefined =>
  how === 'read' && path?.kind === 'generated' && BUILT.test(path.path)
    ? makers.get(builtIn(path.workspace))
    : undefined;

const BUILT = /(?:^|\/)(?:dist|build|out|target|\.next|generated)\//;

const latest = (a: Touch | undefined, b: Touch | undefined): Touch | undefined =>
  b === undefined || (a !== undefined && a.at > b.at) ? a : b;

const touches = once((view): readonly Touch[] => {
  const writes = view.events('write').flatMap((each) => ofFile(each, 'write'));
  const failed = new Set(
    view.events('command').flatMap(({ exit, call }) => (exit === null || exit === 0 ? [] : call)),
  );
  const reads = view
    .events('read')
    .flatMap((each) => ofFile(each, 'read'))
    .map(({ call, ...touch }) => ({ ...touch, ok: !failed.has(call) }));
  const known = new Set(
    [...view.events('write'), ...view.events('read')].flatMap(({ call, path }) => {
      const thing = thingOf(path);
      return thing === null ? [] : `${call} ${thing.key}`;
    }),
  );
  const named = view
    .events('command')
    .flatMap((each) =>
      (thingsIn(view).get(each.call) ?? [])
        .filter(({ key }) => !known.has(`${each.call} ${key}`))
        .map((thing) => ofCommand(each, thing)),
    );
  const builds = view.events('test').flatMap((each) => ofBuild(each));
  return [...writes, ...builds, ...reads, ...named].toSorted((a, b) => a.at - b.at);
});

function ofBuild({
  what,
  verdict,
  workspace,
  agent,
  at,
  evidence,
}: Timed<'test'>): readonly Touch[] {
  if (what !== 'build' || verdict === 'failed') return [];
  const thing = { key: builtIn(workspace), name: 'build', path: null };
  return [{ thing, how: 'write', agent, at, ok: true, makes: true, evidence }];
}

function ofFile(
  { agent, at, evidence, path, call }: Timed<'write'> | Timed<'read'>,
  how: 'write' | 'read',
): readonly (Touch & { readonly call: string })[] {
  const thing = thingOf(path);
  return thing === null ? [] : [{ thing, how, agent, at, ok: true, makes: true, evidence, call }];
}

const ofCommand = (
  { agent, at, evidence, exit, text, programs }: Timed<'command'>,
  thing: Thing,
): Touch => ({
  thing,
  how: 'named',
  agent,
  at,
  ok: exit === null || exit === 0,
  makes: thing.key.startsWith('port ')
    ? SERVES.test(text)
    : !programs.every((each) => ASKS.test(each)),
  evidence,
});

/** What holds a port: something that goes on beside, or a program that serves. */
const SERVES =
  /(?<![&>])&(?![&>\d])|\bnohup\b|\b(?:docker|podman)(?: compose)? (?:run|up)\b|\b(?:serve|server|http\.server|uvicorn|gunicorn|hypercorn|flask run|runserver|rails s|puma|php -S|vite|next dev|nodemon|start|dev|listen)\b/;

/** Programs that ask for something and make nothing. */
const ASKS =
  /(?:^|\/)(?:ls|stat|file|cat|head|tail|grep|rg|curl|wget|lsof|ps|pgrep|nc|test|\[|cd|echo|sleep|kill|pkill|rm)$/;

function leakOf(view: SessionView, made: Touch, used: Touch): Candidate | null {
  const maker = subOf(view, made.agent);
  const user = subOf(view, used.agent);
  if (maker === undefined || user === undefined || maker.id === user.id) return null;
  if (used.thing.path !== null && isDeliverable(view, used.thing.path)) return null;
  if (!overlap(maker, user) || isHanded(view, user, used)) return null;
  const isSure = made.how === 'write' && made.thing.key === used.thing.key && used.how === 'read';
  const harm = harmTo(view, user, used.at);
  // Where the records do not say that one wrote it and the other took it in, what came of it has to.
  if (!isSure && harm === null && used.ok) return null;
  const { name, path } = used.thing;
  return {
    agents: [maker.id, user.id],
    evidence: [made.evidence, used.evidence, ...(harm === null || isSure ? [] : [harm])],
    consequence: `${callName(view, user.id)} went on from ${path === null ? used.thing.key : name} of ${callName(view, maker.id)}`,
    nearest: 'same-file-collision',
    rejection:
      path === null
        ? 'it is no file of the product, and another used it'
        : 'the file is temporary or generated, and another used it',
    confidence: isSure ? 'medium' : 'low',
    episode: [used.thing.key],
  };
}

const messages = once((view) =>
  Map.groupBy(view.events('message'), ({ to }) => (to.kind === 'agent' ? to.id : null)),
);

/** Whether an agent was told of a thing before it used it, by its name or by the folder it lies in. */
function isHanded(view: SessionView, user: RanAgent, { thing, at }: Touch): boolean {
  const folder = /^(\/\w+\/.+)\/[^/]+$/.exec(thing.path?.path ?? '')?.[1];
  const names = folder === undefined ? [thing.name] : [thing.name, folder];
  return (messages(view).get(user.id) ?? []).some(
    (each) => each.at < at && names.some((name) => each.text.includes(name)),
  );
}
