/** Lists at most six names. */
export const few = (names: readonly string[]): string =>
  names.length > 6
    ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`
    : names.join(', ')

/** Returns the names that are not among the others. */
export const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((n) => !others.includes(n))
