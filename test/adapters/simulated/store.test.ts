import { storeContract } from '../../contract/store.ts';
import type { StoreUnderTest } from '../../contract/store.ts';
import { storeFenceContract } from '../../contract/store-fence.ts';
import { memoryStore } from '../../../src/adapters/simulated/store.ts';

const make = (): StoreUnderTest => {
  const fake = memoryStore();
  return {
    store: fake.store,
    other: fake.otherProcess(),
    engine: () => fake.engine(),
    verdicts: fake.verdicts,
    telemetry: fake.telemetry,
    views: (run) =>
      Object.fromEntries(fake.views(run).map(({ kind, id, body }) => [`${kind} ${id}`, body])),
    close: () => undefined,
  };
};

storeContract('the store in memory', make);
storeFenceContract('the store in memory', make);
