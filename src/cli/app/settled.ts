import type { Failure } from '../../domain/failure.ts';
import { err } from '../../domain/result.ts';
import type { Outcome } from './outcome.ts';

/** The outcome of a command. What the outside did to the database comes as an error that carries its failure. */
export async function settled(body: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Error && 'failure' in error && isFailure(error.failure))
      return err(error.failure);
    throw error;
  }
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
