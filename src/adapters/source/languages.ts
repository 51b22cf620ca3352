import type { LanguageFamily } from '../../domain/duplicates/definition.ts';

/** How definitions look in one language, in the words of its grammar. */
export interface Language {
  readonly family: LanguageFamily;
  /** What `@ast-grep/napi` calls it. */
  readonly parser: string;
  readonly extensions: readonly string[];
  readonly functions: readonly Rule[];
  /** Types and what has members, and constants, as far as they stand at the top of a file; those of scripts see `script-constants`. */
  readonly others: readonly Rule[];
  readonly types: readonly string[];
  /** What definitions can be members of. */
  readonly owners: readonly string[];
}

/** What is used of the rules of ast-grep. */
export interface Rule {
  readonly kind?: string;
  readonly any?: Rule[];
  readonly inside?: Rule;
  readonly has?: Rule & { readonly field?: string };
}

const of = (...kinds: readonly string[]): Rule[] => kinds.map((kind) => ({ kind }));

const at = (kind: string, ...parents: readonly string[]): Rule => ({
  kind,
  inside: { any: of(...parents) },
});

const SCRIPT: Omit<Language, 'parser' | 'extensions'> = {
  family: 'javascript',
  functions: [
    ...of('function_declaration', 'generator_function_declaration', 'method_definition'),
    {
      kind: 'variable_declarator',
      has: { field: 'value', any: of('arrow_function', 'function_expression') },
    },
  ],
  others: of('class_declaration'),
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
  others: of(...TYPES),
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
    others: [...of('class_definition'), at('expression_statement', 'module')],
    types: ['class_definition'],
    owners: ['class_definition'],
  },
  {
    family: 'go',
    parser: 'go',
    extensions: ['go'],
    functions: of('function_declaration', 'method_declaration'),
    others: [...of('type_spec', 'const_spec'), at('var_declaration', 'source_file')],
    types: ['type_spec'],
    owners: [],
  },
  {
    family: 'rust',
    parser: 'rust',
    extensions: ['rs'],
    functions: of('function_item'),
    others: of(...RUST_TYPES, 'const_item', 'static_item', 'impl_item'),
    types: RUST_TYPES,
    owners: ['impl_item', 'trait_item'],
  },
  {
    family: 'java',
    parser: 'java',
    extensions: ['java'],
    functions: of('method_declaration', 'constructor_declaration'),
    others: of(...JAVA_TYPES, 'field_declaration'),
    types: JAVA_TYPES,
    owners: JAVA_TYPES,
  },
];

/** The language of a file, by the end of its name; null: none that is read. */
export const languageOf = (path: string): Language | null => {
  if (/\.d\.[cm]?ts$/u.test(path)) return null;
  const extension = /\.(\w+)$/u.exec(path)?.[1] ?? '';
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension)) ?? null;
};
