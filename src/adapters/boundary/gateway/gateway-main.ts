import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { GatewaySetting } from '../network-files.ts';
import { spawnWithChannel } from '../../process/with-channel.ts';
import { allowlist } from './allowlist.ts';
import { keepDoor } from './door.ts';
import { listen } from './listen.ts';
import { offLimits } from './off-limits.ts';
import { refusalLog } from '../refusal-log.ts';
import { relay } from './relay.ts';
import { serve } from './serve.ts';

// The gateway of one command: `gateway-main <setting> <command…>` starts the command, whose start runs
// `gateway-main --listen <setting>` inside the command's own network, and lives as long as it does.
// `gateway-main --door <port>` is the inner half of `fanin open`.

const [first = '', ...rest] = process.argv.slice(2);
if (first === '--listen') await listen(allowlist(readSetting(rest[0] ?? '').endpoints));
else if (first === '--door') keepDoor(Number(rest[0]));
else run(readSetting(first), rest);

function readSetting(path: string): GatewaySetting {
  return JSON.parse(readFileSync(path, 'utf8')) as GatewaySetting;
}

/** It keeps its user: one of less rights could not, when it dies, take a command of root's with it. */
function run({ endpoints, refusals }: GatewaySetting, command: readonly string[]): void {
  const log = refusalLog(refusals);
  const service = {
    allowed: allowlist(endpoints),
    log,
    relay: relay({
      isOffLimits: offLimits(),
      refuse: (host, port) => log.count(host, port),
      lookUp: lookup,
    }),
  };
  // The command is in this process's group and is asked itself; the gateway is there until it has ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2', 'SIGQUIT'] as const) {
    process.on(signal, () => undefined);
  }
  const child = spawnWithChannel(command);
  child.on('message', (_what, socket) => serve(socket, service));
  child.once('error', () => process.exit(126));
  child.once('exit', (code, signal) => {
    log.flush();
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
  });
}
