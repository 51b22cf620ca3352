const SHOWN = 5;

/** The files in question, the first few of many. */
export const filesInConflict = ({ files }: { readonly files: readonly string[] }): string => {
  const more = files.length - SHOWN;
  return more > 0 ? `${files.slice(0, SHOWN).join(', ')} and ${more} more` : files.join(', ');
};
