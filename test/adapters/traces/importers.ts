import { atifTraces } from '../../../src/adapters/traces/atif/importer.ts';
import { claudeCodeTraces } from '../../../src/adapters/traces/claude-code/importer.ts';
import { codexTraces } from '../../../src/adapters/traces/codex/importer.ts';
import { faninTraces } from '../../../src/adapters/traces/fanin/importer.ts';
import { geminiTraces } from '../../../src/adapters/traces/gemini/importer.ts';
import { kimiTraces } from '../../../src/adapters/traces/kimi/importer.ts';
import { opencodeTraces } from '../../../src/adapters/traces/opencode/importer.ts';
import { shellParser } from '../../../src/adapters/shell/unbash.ts';
import { foreignDatabases } from '../../../src/adapters/store/foreign-database.ts';
import type { TraceSource } from '../../../src/domain/trace/source.ts';
import type { TraceImporter } from '../../../src/ports/traces.ts';

const { parse } = shellParser;

export const IMPORTERS: Readonly<Record<TraceSource, TraceImporter>> = {
  'claude-code': claudeCodeTraces(parse),
  codex: codexTraces(parse),
  kimi: kimiTraces(parse),
  opencode: opencodeTraces(parse, foreignDatabases),
  gemini: geminiTraces(parse),
  atif: atifTraces(parse),
  fanin: faninTraces(parse, { of: () => null }),
};
