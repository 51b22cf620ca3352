import { readFileSync } from 'node:fs';
import { failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import { fill, markSetup } from './inside/fill.ts';
import type { InsideRequest } from './inside/request.ts';
import { copyRecords, take } from './inside/take.ts';

// fanin's program inside a boundary: it reads one request, as JSON, and prints one answer, a result as
// JSON, on a line. The host believes none of it.

const answer = async (request: InsideRequest): Promise<unknown> => {
  switch (request.op) {
    case 'take':
      return take(request);
    case 'records':
      return ok(copyRecords(request.records, request.out));
    case 'fill':
      return fill(request);
    case 'mark':
      return markSetup(request);
  }
};

const main = async (): Promise<void> => {
  const request = JSON.parse(readFileSync(0, 'utf8')) as InsideRequest;
  if ('lent' in request) {
    const { name, email } = request.lent.identity;
    for (const role of ['AUTHOR', 'COMMITTER']) {
      process.env[`GIT_${role}_NAME`] = name;
      process.env[`GIT_${role}_EMAIL`] = email;
    }
  }
  const said = await answer(request).catch((error: unknown) =>
    err(failure('inside-failed', error instanceof Error ? error.message : String(error))),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`, () => process.exit(0));
};

await main();
