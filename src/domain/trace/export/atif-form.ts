import type { JsonRecord } from '../../json-record.ts';

/** The version of the Agent Trajectory Interchange Format that is written. */
export const ATIF_VERSION = 'ATIF-v1.7';

/** A trajectory of one agent. Fields that are absent are not known; what the format has no field for is in `extra`. */
export interface AtifTrajectory {
  readonly schema_version: typeof ATIF_VERSION;
  readonly session_id: string;
  readonly trajectory_id: string;
  readonly agent: {
    readonly name: string;
    readonly version: string;
    readonly model_name?: string;
  };
  /** One at least: the format has no empty trajectory. */
  readonly steps: readonly AtifStep[];
  readonly final_metrics: AtifTotals;
  readonly extra: JsonRecord;
  readonly subagent_trajectories?: readonly AtifTrajectory[];
}

/** One step. Calls, metrics and a model are an agent's alone. */
export interface AtifStep {
  /** From 1, without gaps. */
  readonly step_id: number;
  readonly timestamp?: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  readonly model_name?: string;
  readonly tool_calls?: readonly AtifCall[];
  readonly observation?: { readonly results: readonly AtifResult[] };
  readonly metrics?: AtifMetrics;
  readonly llm_call_count?: number;
  readonly extra?: JsonRecord;
}

export interface AtifCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: JsonRecord;
}

export interface AtifResult {
  /** A call of the same step. */
  readonly source_call_id: string;
  readonly content?: string;
  /** Of trajectories in this one's `subagent_trajectories`. */
  readonly subagent_trajectory_ref?: readonly { readonly trajectory_id: string }[];
}

/** Tokens of one request; the prompt's have the cached ones in them. */
export interface AtifMetrics {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens: number;
  readonly cost_usd?: number;
  readonly extra: JsonRecord;
}

export interface AtifTotals {
  readonly total_prompt_tokens: number;
  readonly total_completion_tokens: number;
  readonly total_cached_tokens: number;
  readonly total_cost_usd?: number;
  readonly total_steps: number;
  readonly extra: JsonRecord;
}
