/**
 * Runs inside, by Node: tries each way out, and prints `[name, what it got or null]` pairs as JSON. `given` is a JSON
 * object of what stands outside (see `Outside`).
 */
export const PROBE_SCRIPT = `
const fs = require('node:fs'), net = require('node:net'), { spawnSync } = require('node:child_process');
const given = JSON.parse(process.argv[1]), found = [];
const attempt = (name, way) => { let got = null; try { got = way() ?? null; } catch { /* refused */ } found.push([name, got]); };
const sh = (text) => spawnSync('/bin/sh', ['-c', text], { encoding: 'utf8' });
const read = (path) => fs.readFileSync(path, 'utf8');
attempt('read a file of the host', () => read(given.secret));
attempt('write into what is shared for reading', () => { fs.writeFileSync(given.readOnly + '/got-out', ''); return 'written'; });
attempt('mount it again, for writing', () => { const { status } = sh('mount -o remount,rw,bind ' + given.readOnly + ' && : >' + given.readOnly + '/got-out'); return status === 0 ? 'written' : null; });
attempt('set what the kernel runs at a crash', () => { fs.openSync('/proc/sys/kernel/core_pattern', 'r+'); return 'open for writing'; });
attempt('become root in a namespace of its own', () => sh('unshare --user --map-root-user true').status === 0 ? 'root in it' : null);
attempt('see processes of the host', () => { const all = fs.readdirSync('/proc').filter((name) => Number(name) > 0).length; return fs.readlinkSync('/proc/self/ns/pid') === given.pidNamespace || all > 12 ? all + ' seen' : null; });
attempt('signal processes of the host', () => { process.kill(given.pid, 0); return read('/proc/' + given.pid + '/cmdline') === given.commandLine ? 'reached' : null; });
attempt('read the environment outside', () => fs.readdirSync('/proc').filter((name) => Number(name) > 0).find((pid) => { try { return read('/proc/' + pid + '/environ').includes(given.marker + 'env'); } catch { return false; } }));
attempt('use a descriptor from outside', () => fs.readdirSync('/proc/self/fd').map((fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } }).find((path) => path.startsWith(given.outside)));
attempt('be root', () => process.getuid() === 0 ? 'user 0' : null);
attempt('keep capabilities', () => { const held = /CapEff:\\s*(\\w+)/.exec(read('/proc/self/status'))[1]; return /[^0]/.test(held) ? held : null; });
fs.writeFileSync(given.shared + '/mine', '');
const reach = (name, options) => new Promise((done) => { const socket = net.connect(options); const end = (got) => { found.push([name, got]); socket.destroy(); done(); }; socket.once('connect', () => end('connected')); socket.once('error', () => end(null)); });
(async () => {
  await reach('connect to a port of the host', { host: '127.0.0.1', port: given.port });
  await reach('connect to an abstract socket', { path: '\\0' + given.abstract });
  await reach('connect to a socket file of the host', { path: given.socket });
  process.stdout.write(JSON.stringify(found));
})();
`;
