/** The normal form of a parsed command line: what of a shell's grammar the guard has to know. */
export interface Script {
  readonly body: readonly Node[];
  /** The parser could not make sense of all of it. */
  readonly broken: boolean;
}

/** A part of a word. `quoted`: its value is neither split into fields nor taken for a pattern. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any-text' }
  | { readonly kind: 'any-character' }
  /** `~`, `~+`, `~-`, `~name` at the start of a word; `user` is what stands behind the tilde. */
  | { readonly kind: 'tilde'; readonly user: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly quoted: boolean;
      readonly change: Change | null;
    }
  | { readonly kind: 'output'; readonly script: Script; readonly quoted: boolean }
  /** `<(…)` and `>(…)`: a file that a command reads or writes. */
  | { readonly kind: 'process'; readonly script: Script }
  /** A number, whatever it is; `scripts` run on the way to it. */
  | { readonly kind: 'number'; readonly scripts: readonly Script[] };

/** What an expansion does with a variable's value. */
export type Change =
  | { readonly kind: 'default'; readonly operator: string; readonly word: Word }
  | { readonly kind: 'remove'; readonly operator: string; readonly word: Word }
  | {
      readonly kind: 'replace';
      readonly operator: string;
      readonly word: Word;
      readonly by: Word;
    }
  | { readonly kind: 'slice'; readonly from: Word; readonly length: Word | null }
  | { readonly kind: 'case'; readonly operator: string }
  /** `${!name}` */
  | { readonly kind: 'indirect' }
  | { readonly kind: 'length' }
  | { readonly kind: 'unknown' };

export interface Word {
  readonly pieces: readonly Piece[];
  /** As it was written. */
  readonly source: string;
}

export interface Assignment {
  readonly name: string;
  /** Null: an array, in `elements`. */
  readonly value: Word | null;
  readonly elements: readonly Word[];
  /** `+=`, or an element of an array. */
  readonly appends: boolean;
  readonly index: Word | null;
}

export type Redirect =
  | { readonly kind: 'write'; readonly target: Word; readonly descriptor: number }
  | { readonly kind: 'read'; readonly target: Word }
  | { readonly kind: 'text'; readonly word: Word }
  /** From or to a descriptor. */
  | { readonly kind: 'other' };

export type Argument =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'assignment'; readonly assignment: Assignment };

export interface SimpleCommand {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  /** The first one is the command's name. */
  readonly arguments: readonly Argument[];
  readonly redirects: readonly Redirect[];
}

export interface Branch {
  readonly condition: readonly Node[];
  readonly body: readonly Node[];
}

export type Node =
  | SimpleCommand
  | {
      readonly kind: 'chain';
      readonly first: Node;
      readonly rest: readonly { readonly operator: '&&' | '||'; readonly node: Node }[];
    }
  | { readonly kind: 'pipeline'; readonly nodes: readonly Node[] }
  | { readonly kind: 'background'; readonly node: Node }
  | { readonly kind: 'subshell'; readonly body: readonly Node[] }
  | { readonly kind: 'group'; readonly body: readonly Node[] }
  | {
      readonly kind: 'if';
      readonly branches: readonly Branch[];
      readonly otherwise: readonly Node[] | null;
    }
  | {
      readonly kind: 'for';
      readonly name: string;
      /** Null: the positional parameters. */
      readonly words: readonly Word[] | null;
      readonly body: readonly Node[];
    }
  | { readonly kind: 'while'; readonly condition: readonly Node[]; readonly body: readonly Node[] }
  | {
      readonly kind: 'case';
      readonly word: Word;
      readonly patterns: readonly Word[];
      readonly bodies: readonly (readonly Node[])[];
    }
  | { readonly kind: 'function'; readonly name: string; readonly body: Node }
  | {
      readonly kind: 'redirected';
      readonly node: Node;
      readonly redirects: readonly Redirect[];
    }
  /** `[[ … ]]`, `(( … ))`: nothing but words to expand. */
  | { readonly kind: 'words'; readonly words: readonly Word[] };

/** Makes the normal form of a command line. Never throws; what it cannot read makes the script `broken`. */
export type Parse = (text: string) => Script;
