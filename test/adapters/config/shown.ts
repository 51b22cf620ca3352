import type { Failure } from '../../../src/domain/failure.ts';

/** A failure as a person sees it, code first: what the tables of these tests compare. */
export const shown = ({ code, message, where, hint }: Failure): string => {
  const place =
    where === undefined ? '' : [where.file, where.line, where.column].filter(Boolean).join(':');
  const head = `${code}  ${place}  ${message}`;
  const excerpt = where?.excerpt === undefined ? '' : `\n${where.excerpt}`;
  return `${head}${excerpt}${hint === undefined ? '' : ` ${hint}`}`;
};
