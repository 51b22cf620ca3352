/** Spans in OTLP's JSON form: ids in hex, 64-bit numbers as texts. */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}

export interface OtlpSpan {
  /** 32 digits. */
  readonly traceId: string;
  /** 16 digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: within a process; 3: a call of a service. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  /** 1: well; 2: an error. */
  readonly status: { readonly code?: number };
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

/** Attributes; those that are not known are left out. */
export const attributes = (
  values: Readonly<Record<string, string | number | null>>,
): readonly OtlpAttribute[] =>
  Object.entries(values).flatMap(([key, value]): readonly OtlpAttribute[] => {
    if (value === null) return [];
    return [
      {
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
      },
    ];
  });

/** A time in ms as OTLP writes it. */
export const nanos = (at: number): string => `${BigInt(Math.round(at)) * 1_000_000n}`;
