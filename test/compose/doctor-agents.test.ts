import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { discoverRepository } from '../../src/adapters/git/discover.ts';
import { agentFindings } from '../../src/compose/doctor-agents.ts';
import { acpCommand } from '../support/acp-drive.ts';
import { makeRepo } from '../support/git-repo.ts';
import { value } from './seeded-run.ts';

let cleanup: (() => Promise<void>) | null = null;
afterEach(async () => {
  await cleanup?.();
  cleanup = null;
});

describe('the doctor of agents', () => {
  it('says of which of its calls an agent does not ask the guard', async () => {
    const repo = await makeRepo({ files: { a: '1\n' } });
    cleanup = () => repo.remove();
    const script = join(repo.path, '.git', 'script.json');
    writeFileSync(
      script,
      JSON.stringify({ journal: join(repo.path, '.git', 'journal'), turns: [] }),
    );
    const agents = { pilot: { use: 'acp', run: acpCommand(script) } };
    await repo.commit({ 'fanin.config.yaml': stringify({ agents }) });
    const notes = (await agentFindings(value(discoverRepository(repo.path)))).filter(
      ({ name }) => name === 'agent pilot',
    );
    expect(notes.map(({ text }) => text)).toContain(
      'the text guard sees those of its calls alone for which it asks a permission',
    );
  });
});
