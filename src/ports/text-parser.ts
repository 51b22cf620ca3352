/** Reads texts by what their names say they are. */
export interface TextParser {
  /** Why a text is not what its name says, in one line; null: it is, or nobody here can tell. */
  broken(path: string, text: string): Promise<string | null>;
}
