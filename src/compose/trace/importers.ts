import { shellParser } from '../../adapters/shell/unbash.ts';
import { foreignDatabases } from '../../adapters/store/foreign-database.ts';
import { runEnds } from '../../adapters/store/run-ends.ts';
import { atifTraces } from '../../adapters/traces/atif/importer.ts';
import { claudeCodeTraces } from '../../adapters/traces/claude-code/importer.ts';
import { codexTraces } from '../../adapters/traces/codex/importer.ts';
import { faninTraces } from '../../adapters/traces/fanin/importer.ts';
import { geminiTraces } from '../../adapters/traces/gemini/importer.ts';
import { kimiTraces } from '../../adapters/traces/kimi/importer.ts';
import { opencodeTraces } from '../../adapters/traces/opencode/importer.ts';
import type { TraceImporter } from '../../ports/traces.ts';

const { parse } = shellParser;

/** Every agent whose records can be read. */
export const IMPORTERS: readonly TraceImporter[] = [
  claudeCodeTraces(parse),
  codexTraces(parse),
  kimiTraces(parse),
  opencodeTraces(parse, foreignDatabases),
  geminiTraces(parse),
  atifTraces(parse),
  faninTraces(parse, runEnds),
];
