import { storeContract } from '../../contract/store.ts';
import { memoryStore } from '../../../src/adapters/simulated/store.ts';

storeContract('the store in memory', () => {
  const fake = memoryStore();
  return {
    store: fake.store,
    other: fake.otherProcess(),
    verdicts: fake.verdicts,
    telemetry: fake.telemetry,
    views: (run) =>
      Object.fromEntries(fake.views(run).map(({ kind, id, body }) => [`${kind} ${id}`, body])),
    close: () => undefined,
  };
});
