/** `make`, which remembers what it gave for each value. Values never change, so nor does what follows from them. */
export const remembered = <Key extends object, Made>(
  make: (key: Key) => Made,
): ((key: Key) => Made) => {
  const made = new WeakMap<Key, { readonly value: Made }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
};
