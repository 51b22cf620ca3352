// Its own file, so that the hot path's bundle leaves it out: it loads what writes.
export { bringUpToDate } from '../../compose/up-to-date.ts';
