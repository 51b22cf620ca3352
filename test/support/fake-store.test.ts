import { storeContract } from '../contract/store.ts';
import { fakeStore } from './fake-store.ts';

storeContract('the fake store', () => {
  const fake = fakeStore();
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
