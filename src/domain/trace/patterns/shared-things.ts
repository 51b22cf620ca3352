import { placePath, type PlacedPath } from '../place.ts';
import { once } from './once.ts';
import { fileKey, type SessionView, type Timed } from './session-view.ts';

/** What agents of one machine share beside the product: temporary and generated files, ports, databases, containers. */
export interface Thing {
  readonly key: string;
  /** What it is called, as a message would name it. */
  readonly name: string;
  readonly path: PlacedPath | null;
}

/** Whether a file is none of what the work is about. */
export const isByTheWay = ({ kind, path }: PlacedPath): boolean =>
  kind === 'temporary' || kind === 'generated' || (kind === 'product' && DATA.test(path));

/** Files that programs keep their state in. */
const DATA =
  /\.(?:db|sqlite3?|rdb|mdb|lock|pid|sock|cache|tmp|bak)$|(?:^|\/)\.\w*cache\w*(?:\/|$)/i;

/** Lock files of package managers are files of the product. */
const KEPT =
  /(?:^|\/)(?:yarn|Cargo|poetry|Gemfile|composer|flake|bun|uv|Pipfile|mix|pubspec|Podfile)\.lock$/;

/** A file as a thing; null: it is of the product. */
export const thingOf = (path: PlacedPath): Thing | null =>
  isByTheWay(path) && !KEPT.test(path.path) ? { key: fileKey(path), name: path.path, path } : null;

const MOST_THINGS = 24;

/** The things that a command line names, by its text alone. */
export const thingsIn = once(
  (view) => new Map(view.events('command').map((each) => [each.call, namedIn(view, each)])),
);

function namedIn({ trace }: SessionView, { text, cwd, ports }: Timed<'command'>): readonly Thing[] {
  const files = text
    .split(/[\s'"=:;&|()<>,]+/)
    .filter((word) => /^[\w@.~/-]+$/.test(word) && /[/.]\w/.test(word))
    .flatMap((word) => placePath(word, cwd, trace.workspaces) ?? [])
    // A folder is a place for more than one thing.
    .filter(({ path }) => /\.\w+$/.test(path))
    .flatMap((path) => thingOf(path) ?? []);
  const others = [
    ...ports.map((port) => `port ${port}`),
    ...NAMED.flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)].map(([, name = '']) => `${kind} ${name}`),
    ),
  ].map((name) => ({ key: name, name: name.replace(/^.* /, ''), path: null }));
  const all = [...files, ...others].filter(({ name }) => name !== '');
  return [...new Map(all.map((each) => [each.key, each])).values()].slice(0, MOST_THINGS);
}

/** Things that go by a name. */
const NAMED: readonly (readonly [string, RegExp])[] = [
  [
    'database',
    /\b(?:createdb|dropdb|pg_restore\b.*? -d|pg_dump|psql\b.*? -d|mysql\b.*? -D)\s+(?:-\S+\s+)*([A-Za-z]\w*)/g,
  ],
  ['database', /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?):\/\/[^\s'"/]+\/(\w+)/g],
  ['database', /\b(?:PGDATABASE|DB_NAME|DATABASE_NAME|MYSQL_DATABASE|POSTGRES_DB)=(\w+)/g],
  ['database', /\b(?:create|drop)\s+database\s+(?:if\s+(?:not\s+)?exists\s+)?["`]?(\w+)/gi],
  ['container', /\b(?:docker|podman)\b.*? --name[= ]([\w.-]+)/g],
  [
    'container',
    /\b(?:docker|podman)\s+(?:exec|logs|stop|start|restart|rm|cp|inspect|port|kill)\s+(?:-\S+\s+)*([A-Za-z][\w.-]*)/g,
  ],
  ['volume', /\b(?:docker|podman)\s+volume\s+(?:create|rm)\s+(?:-\S+\s+)*([\w.-]+)/g],
  ['image', /\b(?:docker|podman)\s+(?:build|tag)\b.*? (?:-t|--tag)[= ]([\w./:-]+)/g],
  ['session', /\b(?:tmux|screen)\b.*? -[sStT]\s+([A-Za-z][\w-]*)/g],
  ['keys', /\bredis-cli\b.*? -n\s+(\d+)/g],
  ['bucket', /\b(?:s3|gs):\/\/([\w.-]+(?:\/[\w./-]+)?)/g],
];
