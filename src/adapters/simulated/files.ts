import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { AgentFact } from '../../ports/agent.ts';
import type { AttemptFiles } from '../../ports/attempt-files.ts';

/** Attempts' files in memory, open to tests. */
export interface MemoryFiles {
  readonly files: AttemptFiles;
  /** By absolute path. */
  readonly content: Map<string, string>;
  readonly receipts: Map<string, Receipt>;
  /** The agent's output, by attempt: the facts that its decoder would read from it. */
  readonly output: Map<string, readonly AgentFact[]>;
}

/** Empty folders. */
export const memoryFiles = (sha256: (text: string) => string): MemoryFiles => {
  const content = new Map<string, string>();
  const receipts = new Map<string, Receipt>();
  const output = new Map<string, readonly AgentFact[]>();
  const pathOf = (attempt: string, name: string): string => `/fake/attempts/${attempt}/${name}`;
  return {
    content,
    receipts,
    output,
    files: {
      folder: async (attempt, inside) =>
        `/fake/attempts/${attempt}${inside === undefined ? '' : `/${inside}`}`,
      write: async (attempt, name, text) => {
        content.set(pathOf(attempt, name), text);
        return pathOf(attempt, name);
      },
      read: async (attempt, name) => content.get(pathOf(attempt, name)) ?? null,
      takeIn: async (attempt, source, name) => {
        const text = content.get(source);
        if (text === undefined) return;
        content.set(pathOf(attempt, name), text);
        content.delete(source);
      },
      follow: (attempt) => {
        let told = 0;
        return {
          poll: async (take) => {
            const facts = output.get(attempt) ?? [];
            for (const fact of facts.slice(told)) take(fact);
            told = facts.length;
            return facts.length * 10;
          },
        };
      },
      saveReceipt: async (receipt) => {
        const text = canonicalJson(receipt);
        receipts.set(receipt.attempt, receipt);
        content.set(pathOf(receipt.attempt, 'receipt.json'), `${text}\n`);
        return sha256(text);
      },
    },
  };
};
