/** A flag that takes one of a few words, and can be repeated. */
export const choiceFlag = <T extends string>(choices: readonly T[], brief: string) =>
  ({
    kind: 'parsed',
    parse: (input: string): T => {
      const found = choices.find((choice) => choice === input);
      if (found === undefined) throw new Error(`there are ${choices.join(', ')}`);
      return found;
    },
    optional: true,
    variadic: true,
    brief,
    placeholder: 'name',
  }) as const;
