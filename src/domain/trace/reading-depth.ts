/**
 * How much of a session is wanted. `all`: what its records tell. `patterns`: what failure patterns and measures depend on;
 * of results that went well and that neither needs, no more than that they did. `measures`: what measures depend on.
 */
export type ReadingDepth = 'measures' | 'patterns' | 'all';
