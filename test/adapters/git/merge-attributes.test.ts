import { expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { gitRepository } from '../../../src/adapters/git/repository.ts';
import { makeRepo } from '../../support/git-repo.ts';

it('a merge heeds attributes that come to the target later, and those that leave it again', async () => {
  const repo = await makeRepo({ files: { 'sub/log.txt': '1\n2\n3\n4\n5\n6\n' } });
  try {
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    const repository = gitRepository(place.value);
    await repo.git('checkout', '-q', '-b', 'theirs');
    const theirs = await repo.commit({ 'sub/log.txt': '1\n2\n3\n4\n5\ntheirs\n' });
    await repo.git('checkout', '-q', 'main');
    const ours = await repo.commit({ 'sub/log.txt': 'ours\n2\n3\n4\n5\n6\n' });
    const held = await repo.commit({ 'sub/.gitattributes': 'log.txt -merge\n' });
    const free = await repo.commit({ 'sub/.gitattributes': null });
    const kinds: string[] = [];
    for (const target of [ours, held, free, held]) {
      const merged = await repository.merge(target, theirs);
      kinds.push(merged.ok ? merged.value.kind : merged.error.code);
    }
    expect(kinds).toEqual(['clean', 'conflict', 'clean', 'conflict']);
  } finally {
    await repo.remove();
  }
});
