import { writeSync } from 'node:fs';
import { acquireEngineLock } from '../../../src/adapters/store/engine-lock.ts';

// Takes the engine lock, says how that went, and lives until it is killed. It forgets the lock at
// once: that must not give the lock back. Argument: state folder.
const [, , stateDir = ''] = process.argv;
const lock = acquireEngineLock(stateDir);
writeSync(1, `${lock.ok ? 'locked' : lock.error.code}\n`);
setInterval(() => undefined, 1 << 30);
