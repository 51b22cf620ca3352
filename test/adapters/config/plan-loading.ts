import { loadConfig } from '../../../src/adapters/config/load-config.ts';
import { loadPlan } from '../../../src/adapters/config/load-plan.ts';
import type { PlanRequest } from '../../../src/adapters/config/load-plan.ts';
import type { LayerValues } from '../../../src/domain/config/layers.ts';
import { shown } from './shown.ts';
import { withFolder } from './temp-repo.ts';

/** A config with two checks and an agent. */
export const CONFIG =
  'checks: { unit: npm test, lint: npm run lint }\nagents: { kimi: { use: command, run: kimi } }\n';

/** Loads a plan with the config of the same folder. */
export const load = async (
  folder: string,
  from: PlanRequest['from'] = { file: 'plan.yaml' },
  flags: LayerValues = {},
) => {
  const loaded = await loadConfig(folder);
  if (!loaded.ok) throw new Error(loaded.error.map(shown).join('\n'));
  const { config } = loaded.value;
  return loadPlan({
    from,
    cwd: folder,
    root: folder,
    config,
    flags,
    existing: [],
    strongest: 'worktree',
  });
};

/** What is wrong with a plan, beside a config with the checks unit and lint and the agents claude and kimi. */
export const failuresOf = (plan: string, flags: LayerValues = {}): Promise<readonly string[]> =>
  withFolder({ 'fanin.config.yaml': CONFIG, 'plan.yaml': plan }, async (folder) => {
    const loaded = await load(folder, { file: 'plan.yaml' }, flags);
    return loaded.ok ? [] : loaded.error.map(shown);
  });
