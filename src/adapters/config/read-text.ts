import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/** The largest file that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of a file. Null: it is not there. `shown` is its name in messages.
 * Errors: `file-too-large`, `not-utf8`, `not-a-file`, `unreadable`.
 */
export async function readText(
  path: string,
  shown: string,
): Promise<Result<string | null, Failure>> {
  const bytes = await readBytes(path, shown);
  if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes;
  if (isUtf8(bytes.value)) return ok(new TextDecoder().decode(bytes.value));
  const line = badLine(bytes.value);
  return err(
    failure('not-utf8', `line ${line} is not UTF-8 text`, {
      where: { file: shown, line, column: 1 },
      hint: 'save the file as UTF-8',
    }),
  );
}

async function readBytes(path: string, shown: string): Promise<Result<Uint8Array | null, Failure>> {
  try {
    // Non-blocking, or opening a pipe would wait for someone to write.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return err(refusal('not-a-file', 'is no regular file', shown));
      if (stat.size > MAX_BYTES) return err(tooLarge(shown));
      const bytes = await file.readFile();
      // It may have grown since.
      return bytes.length > MAX_BYTES ? err(tooLarge(shown)) : ok(bytes);
    } finally {
      await file.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok(null);
    if (code === 'EISDIR') return err(refusal('not-a-file', 'is no regular file', shown));
    if (code === '') throw cause;
    return err(refusal('unreadable', `cannot be read (${code})`, shown));
  }
}

const tooLarge = (shown: string): Failure =>
  failure('file-too-large', 'is larger than 1 MB', {
    where: { file: shown },
    hint: 'move long prompts into files of their own (`prompt_file`)',
  });

const refusal = (code: string, message: string, shown: string): Failure =>
  failure(code, message, { where: { file: shown } });

const badLine = (bytes: Uint8Array): number => {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
    line += 1;
  }
};
