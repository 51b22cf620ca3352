import type { Scenario } from './scenario.ts';

/** What an agent uses in a minute, its sub-agents included. */
export const tokensPerMinute = ({ agents }: Scenario): number =>
  agents.tokensPerMinute * (1 + agents.subAgents);

/** How many tokens all attempts may use: by their own limit, and by that of money at the model's price. */
export const tokenLimit = ({ plan, agents }: Scenario): number => {
  const { usdPerMillion } = agents;
  const byMoney =
    plan.usd === null || usdPerMillion === null ? Infinity : (plan.usd / usdPerMillion) * 1_000_000;
  return Math.min(plan.tokens ?? Infinity, byMoney);
};
