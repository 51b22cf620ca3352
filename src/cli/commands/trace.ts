import { buildRouteMap } from '@stricli/core';
import { explain } from './trace-explain.ts';
import { read } from './trace-read.ts';
import { show } from './trace-show.ts';
import { watch } from './trace-watch.ts';

/** `fanin trace …` */
export const route = buildRouteMap({
  routes: { read, show, watch, explain },
  defaultCommand: 'read',
  docs: {
    brief: 'What the concurrency of agents’ sessions did',
    fullDescription:
      'Reads the records that agents keep of their sessions on this machine, whoever started them, and says how much of their work overlapped, what it cost, how it ended, and which failure patterns occurred. It changes nothing and sends nothing.',
  },
});
