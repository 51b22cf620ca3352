import type { LanguageFamily } from '../../domain/duplicates/definition.ts';

/** How definitions look in one language, in the words of its grammar. */
export interface Language {
  readonly family: LanguageFamily;
  /** What `@ast-grep/napi` calls it. */
  readonly parser: string;
  readonly extensions: readonly string[];
  /** Searched for in the whole file, which is what takes time. */
  readonly functions: readonly Rule[];
  /** What else is searched for there, where a language has types and constants inside of others. */
  readonly inside: readonly Rule[];
  /** Kinds of types and constants, and of what has members, that are looked for at the top of a file alone. */
  readonly topLevel: readonly string[];
  readonly types: readonly string[];
  /** What definitions can be members of. */
  readonly owners: readonly string[];
}

/** What is used of the rules of ast-grep. */
export interface Rule {
  readonly kind?: string;
  readonly any?: Rule[];
  readonly has?: Rule & { readonly field?: string };
}

const of = (...kinds: readonly string[]): Rule[] => kinds.map((kind) => ({ kind }));

const SCRIPT: Omit<Language, 'parser' | 'extensions'> = {
  family: 'javascript',
  functions: [
    ...of('function_declaration', 'generator_function_declaration', 'method_definition'),
    {
      kind: 'variable_declarator',
      has: { field: 'value', any: of('arrow_function', 'function_expression') },
    },
  ],
  inside: [],
  topLevel: ['class_declaration', 'lexical_declaration'],
  types: ['class_declaration'],
  owners: ['class_declaration'],
};

const TYPES = [
  'class_declaration',
  'abstract_class_declaration',
  'interface_declaration',
  'type_alias_declaration',
  'enum_declaration',
];

const TYPED: Omit<Language, 'parser' | 'extensions'> = {
  ...SCRIPT,
  topLevel: [...TYPES, 'lexical_declaration'],
  types: TYPES,
  owners: ['class_declaration', 'abstract_class_declaration'],
};

const RUST_TYPES = ['struct_item', 'enum_item', 'trait_item', 'type_item'];

const JAVA_TYPES = [
  'class_declaration',
  'record_declaration',
  'interface_declaration',
  'enum_declaration',
];

/** Every language that is read. */
const LANGUAGES: readonly Language[] = [
  { ...SCRIPT, parser: 'JavaScript', extensions: ['js', 'mjs', 'cjs', 'jsx'] },
  { ...TYPED, parser: 'TypeScript', extensions: ['ts', 'mts', 'cts'] },
  { ...TYPED, parser: 'Tsx', extensions: ['tsx'] },
  {
    family: 'python',
    parser: 'python',
    extensions: ['py'],
    functions: of('function_definition'),
    inside: [],
    topLevel: ['class_definition', 'expression_statement'],
    types: ['class_definition'],
    owners: ['class_definition'],
  },
  {
    family: 'go',
    parser: 'go',
    extensions: ['go'],
    functions: of('function_declaration', 'method_declaration'),
    inside: [],
    topLevel: ['type_spec', 'const_spec', 'var_declaration'],
    types: ['type_spec'],
    owners: [],
  },
  {
    family: 'rust',
    parser: 'rust',
    extensions: ['rs'],
    functions: of('function_item'),
    inside: [],
    topLevel: [...RUST_TYPES, 'const_item', 'static_item', 'impl_item'],
    types: RUST_TYPES,
    owners: ['impl_item', 'trait_item'],
  },
  {
    family: 'java',
    parser: 'java',
    extensions: ['java'],
    functions: of('method_declaration', 'constructor_declaration'),
    inside: of(...JAVA_TYPES, 'field_declaration'),
    topLevel: [],
    types: JAVA_TYPES,
    owners: JAVA_TYPES,
  },
];

/** The language of a file, by the end of its name; null: none that is read. */
export const languageOf = (path: string): Language | null => {
  if (/\.d\.[cm]?ts$/u.test(path)) return null;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension)) ?? null;
};
