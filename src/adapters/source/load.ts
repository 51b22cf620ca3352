import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Rule } from './languages.ts';

/** What is used of a node of `@ast-grep/napi`; places count UTF-16 units, lines begin at 0. */
export interface SyntaxNode {
  kind(): string | number;
  range(): { readonly start: Place; readonly end: Place };
  findAll(matcher: { readonly rule: Rule }): readonly SyntaxNode[];
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly index: number;
}

/** The parser, and the languages that it has here. */
export interface Parser {
  readonly languages: ReadonlySet<string>;
  readonly parse: (language: string, text: string) => SyntaxNode;
}

let loaded: Promise<Result<Parser, Failure>> | null = null;

/** Loaded by the first who needs it: native, and some milliseconds. Codes: `no-parser`. */
export const loadParser = (): Promise<Result<Parser, Failure>> => (loaded ??= load());

const BUILT_IN = ['JavaScript', 'TypeScript', 'Tsx'];

const load = async (): Promise<Result<Parser, Failure>> => {
  try {
    const { parse, registerDynamicLanguage } = await import('@ast-grep/napi');
    const added = await addedLanguages();
    // It may be called once in a process, and says nothing of a language whose library is missing.
    registerDynamicLanguage(added);
    return ok({
      languages: new Set([...BUILT_IN, ...Object.keys(added)]),
      parse: (language, text) => parse(language, text).root(),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return err(
      failure('no-parser', `source files cannot be read here: ${why.split('\n', 1).join('')}`, {
        hint: 'reinstall fanin with its optional packages (npm install --include=optional)',
      }),
    );
  }
};

interface Registration {
  readonly libraryPath: string;
  readonly extensions: string[];
}

const addedLanguages = async (): Promise<Record<string, Registration>> => {
  const found: Record<string, Registration> = {};
  const wanted = {
    python: () => import('@ast-grep/lang-python'),
    go: () => import('@ast-grep/lang-go'),
    rust: () => import('@ast-grep/lang-rust'),
    java: () => import('@ast-grep/lang-java'),
  };
  for (const [name, get] of Object.entries(wanted)) {
    try {
      const { default: registration } = await get();
      // Without a library for this platform the path throws.
      if (registration.libraryPath !== '') found[name] = registration;
    } catch {
      // Optional: files of that language are told of as not read.
    }
  }
  return found;
};
