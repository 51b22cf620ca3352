import type { SessionView } from './session-view.ts';

/** Makes something of a session once, however often it is asked for: several detectors look at the same. */
export function once<T>(make: (view: SessionView) => T): (view: SessionView) => T {
  const made = new WeakMap<SessionView, { readonly value: T }>();
  return (view) => {
    const known = made.get(view) ?? { value: make(view) };
    made.set(view, known);
    return known.value;
  };
}
