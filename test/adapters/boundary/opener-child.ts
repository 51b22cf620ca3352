/** A process of its own that opens a port inside of what a process has started, asks it once, and prints the answer. */
import { openPort } from '../../../src/adapters/boundary/open-port.ts';

const [pid = '', port = '', node = '', gateway = ''] = process.argv.slice(2);
const opened = await openPort(Number(pid), Number(port), { node, gateway });
if (!opened.ok) throw new Error(opened.error.message);
const answer = await fetch(`http://127.0.0.1:${opened.value.port}/`);
process.stdout.write(await answer.text());
opened.value.close();
await opened.value.closed;
