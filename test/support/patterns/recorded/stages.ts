import { claudeStage } from './claude-stage.ts';
import { codexStage } from './codex-stage.ts';
import { kimiStage } from './kimi-stage.ts';
import type { Player } from './scenario.ts';
import type { Stage } from './stage.ts';

/** The programs that play scenarios. */
export const STAGES: Readonly<Record<Player, Stage>> = {
  'claude-code': claudeStage,
  codex: codexStage,
  kimi: kimiStage,
};
