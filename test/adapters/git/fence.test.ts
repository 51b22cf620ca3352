import { expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { raiseGitFence } from '../../../src/adapters/git/fence.ts';
import { gitRepository } from '../../../src/adapters/git/repository.ts';
import { must } from '../../contract/store.ts';
import { makeRepo } from '../../support/git-repo.ts';

it('lands nothing once another engine has raised the fence', async () => {
  const repo = await makeRepo({ files: { 'a.txt': 'a\n' } });
  try {
    const place = must(discoverRepository(repo.path));
    const base = await repo.git('rev-parse', 'HEAD');
    const to = await repo.commit({ 'a.txt': 'new\n' });
    const tree = await repo.git('rev-parse', `${to}^{tree}`);
    const [targetRef, landedRef] = ['refs/heads/fanin/r1/target', 'refs/fanin/r1/landed/a'];
    const first = gitRepository(place, must(await raiseGitFence(place, 1)));
    must(await first.createRef(targetRef, base));
    // The same epoch, of a database that was begun anew.
    const second = gitRepository(place, must(await raiseGitFence(place, 1)));
    const landed = [{ ref: landedRef, commit: to }];
    const request = { targetRef, from: base, to, tree, landed };
    expect((await first.land(request)).ok).toBe(false);
    expect(await first.resolve([targetRef, landedRef])).toEqual([base, null]);
    must(await second.land(request));
    expect(await second.resolve([targetRef, landedRef])).toEqual([to, to]);
    expect(await repo.git('log', '--all', '--format=%H')).toBe(`${to}\n${base}`);
  } finally {
    await repo.remove();
  }
});
