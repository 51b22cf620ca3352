import type { EngineDeps } from './deps.ts';

/** Whether another engine has taken over. A store that cannot be read says nothing; the next append does. */
export const isSuperseded = ({ store }: Pick<EngineDeps, 'store'>): boolean => {
  try {
    return store.superseded();
  } catch {
    return false;
  }
};
