/**
 * Runs inside, by Node: tries each way out, and prints `[name, what it got or null]` pairs as JSON. `given` is a JSON
 * object of what stands outside (see `Outside`).
 */
export const PROBE_SCRIPT = `
const fs = require('node:fs'), net = require('node:net'), { spawnSync } = require('node:child_process');
const given = JSON.parse(process.argv[1]), found = [];
const attempt = (name, way) => { let got = null; try { got = way() ?? null; } catch { /* refused */ } found.push([name, got]); };
const run = (...argv) => spawnSync(argv[0], argv.slice(1), { encoding: 'utf8', timeout: 5000 });
const read = (path) => fs.readFileSync(path, 'utf8');
const mine = given.shared + '/mine';
attempt('read a file of the host', () => read(given.secret));
attempt('read it by the other name of its volume', () => read('/System/Volumes/Data' + given.secret));
attempt('read it through a link', () => { fs.symlinkSync(given.secret, mine + '-link'); return read(mine + '-link'); });
attempt('read it by a second name', () => { fs.linkSync(given.secret, mine + '-name'); return read(mine + '-name'); });
attempt('take it away', () => { fs.renameSync(given.secret, mine + '-moved'); const got = read(mine + '-moved'); fs.renameSync(mine + '-moved', given.secret); return got; });
attempt('list a folder of the host', () => fs.readdirSync(given.outside).includes('secret') ? 'listed' : null);
attempt('write into what is shared for reading', () => { fs.writeFileSync(given.readOnly + '/got-out', ''); return 'written'; });
attempt('write into what is read-only within its own', () => { fs.writeFileSync(given.shared + '/fixed', 'x'); return 'written'; });
attempt('put something else in its place', () => { fs.renameSync(given.shared + '/fixed', mine + '-fixed'); fs.renameSync(mine + '-fixed', given.shared + '/fixed'); return 'moved'; });
attempt('write beside', () => { fs.writeFileSync(given.outside + '/got-out', ''); return 'written'; });
for (const folder of ['/tmp', '/tmp/claude', '/var/tmp']) attempt('write into ' + folder, () => { const path = folder + '/' + given.marker; fs.writeFileSync(path, ''); fs.rmSync(path); return 'written'; });
attempt('signal processes of the host', () => { process.kill(given.pid, 0); return 'reached'; });
attempt('read the environment outside', () => Object.values(process.env).some((value) => value.includes(given.marker + 'env')) || run('ps', 'eww', '-o', 'command=', '-p', String(given.pid)).stdout?.includes(given.marker + 'env') ? 'seen' : null);
attempt('use a descriptor from outside', () => { const bytes = Buffer.alloc(256); for (let fd = 3; fd < 64; fd += 1) try { if (fs.readSync(fd, bytes, 0, 256, 0) > 0 && bytes.includes(given.marker)) return 'fd ' + fd; } catch { /* not there */ } });
attempt('have the system start something', () => { run('launchctl', 'submit', '-l', given.marker, '--', '/usr/bin/touch', given.launched); return null; });
const reach = (name, options) => new Promise((done) => { const socket = net.connect(options); const end = (got) => { found.push([name, got]); socket.destroy(); done(); }; socket.once('connect', () => end('connected')); socket.once('error', () => end(null)); });
(async () => {
  await reach('connect to a port of the host', { host: '127.0.0.1', port: given.port });
  await reach('connect to a socket file of the host', { path: given.socket });
  fs.writeFileSync(mine, 'up');
  process.stdout.write(JSON.stringify(found));
})();
`;
