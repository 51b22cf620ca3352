import { join } from 'node:path';

/** Written to the file's header as its application id ("fani"): tells our database from any other. */
export const APPLICATION_ID = 0x66_61_6e_69;

/** The version of the tables, written to the header as its user version; one more with every migration. */
export const SCHEMA_VERSION = 4;

/** The database below a repository's state folder. */
export const databaseFile = (stateDir: string): string => join(stateDir, 'fanin.db');

/** The file whose lock means "an engine runs". Open it with SQLite only: see `engine-lock.ts`. */
export const engineLockFile = (stateDir: string): string => join(stateDir, 'engine.lock');
