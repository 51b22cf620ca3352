import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { RunId } from '../../domain/ids.ts';
import type { PersonCommand } from '../../domain/run/commands.ts';
import type { InboxAnswer, InboxItem } from '../../ports/store.ts';
import { decodeAnswer, decodeCommand, encodeAnswer, encodeCommand } from '../../protocol/inbox.ts';
import { prepare } from './query.ts';
import type { Tables } from './tables.ts';

/** Commands that wait for the engine, and its answers. */
export interface InboxTable {
  /** Unanswered commands, oldest first. What cannot be read is answered so, and left out. */
  readonly open: () => readonly InboxItem[];
  readonly add: (run: RunId, command: PersonCommand, at: number) => number;
  /** Records the answer; the first one counts, a second one changes nothing. */
  readonly close: (answer: InboxAnswer, at: number) => void;
  readonly answer: (id: number) => InboxAnswer | null;
}

/** The inbox of an open database. */
export function inboxTable(db: Database.Database, kysely: Kysely<Tables>): InboxTable {
  const open = prepare<Record<string, never>>(db)(() =>
    kysely
      .selectFrom('inbox')
      .select(['id', 'run', 'at', 'command'])
      .where('answered_at', 'is', null)
      .orderBy('id'),
  );
  const insert = prepare<{ run: string; at: number; command: string }>(db)((slot) =>
    kysely
      .insertInto('inbox')
      .values({ run: slot('run'), at: slot('at'), command: slot('command') }),
  );
  const close = prepare<{ id: number; at: number; answer: string }>(db)((slot) =>
    kysely
      .updateTable('inbox')
      .set({ answered_at: slot('at'), answer: slot('answer') })
      .where('id', '=', slot('id'))
      .where('answered_at', 'is', null),
  );
  const answer = prepare<{ id: number }>(db)((slot) =>
    kysely.selectFrom('inbox').select('answer').where('id', '=', slot('id')),
  );
  const closeOne = (given: InboxAnswer, at: number): void => {
    close.run({ id: given.id, at, answer: encodeAnswer(given.answer) });
  };
  return {
    open: () =>
      open.all({}).flatMap(({ id, run, at, command: text }) => {
        const command = decodeCommand(text);
        if (command.ok) return [{ id, run, command: command.value }];
        closeOne({ id, answer: { ok: false, failure: command.error } }, at);
        return [];
      }),
    add: (run, command, at) => insert.run({ run, at, command: encodeCommand(command) }).id,
    close: closeOne,
    answer: (id) => {
      const text = answer.first({ id })?.answer;
      return typeof text === 'string' ? { id, answer: decodeAnswer(text) } : null;
    },
  };
}
