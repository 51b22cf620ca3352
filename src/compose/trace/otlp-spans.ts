import { sha256 } from '../../adapters/traces/reading.ts';
import { otlpOf } from '../../domain/trace/export/otlp.ts';
import type { OtlpTraces } from '../../domain/trace/export/otlp-form.ts';
import type { Trace } from '../../domain/trace/trace.ts';

/** A trace as OpenTelemetry spans. */
export const otlpSpans = (trace: Trace): OtlpTraces => otlpOf(trace, sha256);
