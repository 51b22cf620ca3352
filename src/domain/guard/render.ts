import { shown } from './value.ts';

/** Fields as a command line that a shell would read as them. */
export const rendered = (fields: readonly string[]): string =>
  fields.map((field) => quoted(shown(field))).join(' ');

const quoted = (field: string): string =>
  /^[\w@%+=:,./~*?…-]+$/.test(field) ? field : `'${field.replaceAll("'", String.raw`'\''`)}'`;
