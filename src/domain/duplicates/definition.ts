/** What a definition is. Routes, tables and commands are named by what the outside knows them by. */
export type DefinitionKind = 'function' | 'type' | 'constant' | 'route' | 'table' | 'command';

/** A family of languages whose definitions can be held against each other. */
export type LanguageFamily = 'javascript' | 'python' | 'go' | 'rust' | 'java' | 'any';

/** Something that a file defines, as it was read from its text. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly family: LanguageFamily;
  /** A function's own name; `GET /users/:id` for a route. */
  readonly name: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** Others can use it: by the language's own rule. */
  readonly exported: boolean;
  /** The class, interface or receiver that it is a member of; null: none. */
  readonly owner: string | null;
  /** The comment before it, or its docstring. */
  readonly doc: string;
  /** Names of parameters, of a type its members; what is not known by name is `''`. */
  readonly params: readonly string[];
  /** Text that says how it is used: a function's parameters and result, a type's or constant's whole text. */
  readonly signature: string;
  readonly text: string;
}

/** What is to be read. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Why a file says nothing. */
export type SkippedWhy = 'does not parse' | 'generated' | 'minified' | 'too large' | 'no parser';

/** A file that was left out, and why. */
export interface SkippedSource {
  readonly path: string;
  readonly why: SkippedWhy;
}

/** What files define. */
export interface SourceFacts {
  readonly definitions: readonly Definition[];
  readonly skipped: readonly SkippedSource[];
}

/** Names a place as people and editors read it. */
export const placeOf = ({ path, line }: Pick<Definition, 'path' | 'line'>): string =>
  `${path}:${String(line)}`;

/** Tests and what they need: nobody else uses it, and its helpers are alike everywhere. */
export const isTestPath = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)(?:test_[^/]+|[^/]+_test|conftest)\.\w+$|Tests?\.java$/u.test(
    path,
  );
