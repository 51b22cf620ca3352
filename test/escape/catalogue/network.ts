import { node, output, rows } from '../row.ts';
import type { Out } from '../row.ts';

const told: Out = { by: 'told' };
const tell = (where: string): string =>
  node(
    `const s = require("net").connect(${where}, () => s.end(process.env.ID + "\\n")); s.on("error", () => {}); s.setTimeout(1500, () => s.destroy())`,
  );

/** Somebody who listens: the host, its sockets, the world. */
export const NETWORK = rows('network', [
  ['tcp-loopback', 'a port of the host, by 127.0.0.1', tell('process.env.PORT, "127.0.0.1"'), told],
  [
    'tcp-localhost',
    'a port of the host, by localhost',
    tell('process.env.PORT, "localhost"'),
    told,
  ],
  ['tcp-zero', 'a port of the host, by 0.0.0.0', tell('process.env.PORT, "0.0.0.0"'), told],
  [
    'tcp-mapped',
    'a port of the host, by ::ffff:127.0.0.1',
    tell('process.env.PORT, "::ffff:127.0.0.1"'),
    told,
  ],
  ['tcp-127-2', 'a port of the host, by 127.0.0.2', tell('process.env.PORT, "127.0.0.2"'), told],
  [
    'tcp-hostname',
    'a port of the host, by its name',
    tell('process.env.PORT, process.env.HOSTNAME_OUTSIDE'),
    told,
  ],
  [
    'tcp-address',
    'a port of the host, by its address',
    tell('process.env.PORT, process.env.ADDRESS'),
    told,
  ],
  ['curl', 'curl', 'curl -s -m 2 "http://127.0.0.1:$PORT/$ID"', told],
  ['dev-tcp', '/dev/tcp of bash', "bash -c 'echo $ID >/dev/tcp/127.0.0.1/$PORT'", told],
  ['git-protocol', 'git://', 'timeout 2 git ls-remote "git://127.0.0.1:$PORT/$ID"', told],
  [
    'udp',
    'UDP',
    node(
      'const s = require("dgram").createSocket("udp4"); s.send(process.env.ID, process.env.UDPPORT, "127.0.0.1", () => s.close()); s.on("error", () => {})',
    ),
    told,
  ],
  [
    'udp-address',
    'UDP, by the host’s address',
    node(
      'const s = require("dgram").createSocket("udp4"); s.send(process.env.ID, process.env.UDPPORT, process.env.ADDRESS, () => s.close()); s.on("error", () => {})',
    ),
    told,
  ],
  ['abstract', 'an abstract socket', tell('"\\0" + process.env.ABSTRACT'), told],
  ['socket-file', 'a socket file', tell('process.env.SOCKET'), told],
  [
    'socket-by-link',
    'a socket file, through a link',
    `ln -sf "$SOCKET" sock; ${tell('"sock"')}`,
    told,
  ],
  [
    'docker-socket',
    'the docker socket',
    'test -S /var/run/docker.sock -o -S /run/docker.sock && echo "got $ID out"',
    output('got docker-socket out'),
  ],
  [
    'ssh-agent',
    'the ssh agent',
    `test -n "$SSH_AUTH_SOCK" && echo "got $ID out"; ${tell('process.env.AGENTSOCKET')}`,
    told,
  ],
  [
    'dbus',
    'the system bus',
    'test -S /run/dbus/system_bus_socket && echo "got $ID out"',
    output('got dbus out'),
  ],
  [
    'raw-socket',
    'a raw socket',
    'ping -c 1 -W 1 127.0.0.1 | grep -q "1 received" && ping -c 1 -W 1 "$ADDRESS" | grep -q "1 received" && echo "got $ID out"',
    output('got raw-socket out'),
  ],
  [
    'interfaces',
    'an interface that leads somewhere',
    'grep -v -e "lo:" -e "|" /proc/net/dev | grep -q . && echo "got $ID out"',
    output('got interfaces out'),
  ],
  [
    'routes',
    'a route',
    'ip route add default via 127.0.0.1 2>&1 | grep -q . || echo "got $ID out"',
    output('got routes out'),
    { boundaryOnly: true },
  ],
  [
    'vsock',
    'a socket to the machine below (vsock)',
    "python3 -c \"import socket; socket.socket(40, socket.SOCK_STREAM); print('got', '$ID', 'out')\" || perl -e 'use Socket; socket(S, 40, SOCK_STREAM, 0) and print \"got $ENV{ID} out\"'",
    output('got vsock out'),
  ],
  [
    'packet',
    'a packet socket',
    'perl -e \'socket(S, 17, 3, 0) and print "got $ENV{ID} out"\'',
    output('got packet out'),
    { boundaryOnly: true },
  ],
]);
