import type { z } from 'zod';

/**
 * Passes a schema through when what it yields is `T`, field for field; anything else does not compile.
 * A plain annotation would let a schema forget an optional field, or a type grow one unnoticed.
 */
export const yields =
  <T>() =>
  <S extends z.ZodType>(schema: S & Same<z.output<S>, T>): S =>
    schema;

/** `unknown` when both types are the same but for `readonly`; else an object that no schema is. */
type Same<A, B> =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the only way to compare types exactly
  (<G>() => G extends Plain<A> ? 1 : 2) extends <G>() => G extends Plain<B> ? 1 : 2
    ? unknown
    : { readonly 'schema and type differ': { readonly schema: A; readonly type: B } };

type Plain<T> = T extends readonly (infer E)[]
  ? readonly Plain<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Plain<T[K]> }
    : T;
