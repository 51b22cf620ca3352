import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Endpoint } from '../../domain/plan/grants.ts';
import { quoted } from './quoted.ts';
import { put } from './own-file.ts';
import { refusalsFile } from './refusals.ts';
import { findTool } from './tools.ts';
import type { Tools } from './tools.ts';

/** What the gateway is told; the file is its only argument besides the command. */
export interface GatewaySetting {
  readonly endpoints: readonly Endpoint[];
  /** Where refusals are appended. */
  readonly refusals: string;
}

interface NetworkKnown {
  readonly tools: Tools;
  readonly node: string;
  readonly gateway: string;
  /** The boundary's own folder. */
  readonly folder: string;
}

/** Writes what an allowlist needs below `place`; the value is the gateway's command line. Throws where `ip` is missing. */
export function networkFiles(
  place: string,
  endpoints: readonly Endpoint[],
  known: NetworkKnown,
): readonly string[] {
  const { node, gateway, folder, tools } = known;
  const ip = findTool('ip');
  if (ip === null) throw new Error(NO_IP.message);
  const setting: GatewaySetting = {
    endpoints,
    refusals: refusalsFile(folder),
  };
  const file = put(join(place, 'network.json'), JSON.stringify(setting));
  put(
    join(place, 'network'),
    networkScript({ ip, listen: [node, gateway, '--listen', file], tools }),
  );
  return [node, gateway, file];
}

/** An allowlist needs it, nothing else does. */
export const NO_IP = failure('boundary-missing', 'ip cannot be found (iproute2)');

/**
 * In the network's namespace, before anybody from inside is there: every address leads to this machine itself, so that
 * whoever asks for one is heard by the gateway's sockets, and nowhere else. They are made here and handed out to it.
 */
const networkScript = (parts: {
  readonly ip: string;
  readonly listen: readonly string[];
  readonly tools: Tools;
}): string => `set -e
${quoted(parts.ip)} address add 198.18.0.1/32 dev lo
${quoted(parts.ip)} route add local default dev lo
NODE_CHANNEL_FD=3 ${parts.listen.map(quoted).join(' ')}
exec 3>&-
exec ${quoted(parts.tools.setpriv)} --inh-caps=-all --ambient-caps=-all -- "$@"
`;
