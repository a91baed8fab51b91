/** A name with a number that no other column has: `Name (2)`. */
const numbered = (name: string, taken: ReadonlySet<string>): string => {
  let n = 2
  while (taken.has(`${name} (${n})`)) n++
  return `${name} (${n})`
}

/**
 * The names of a file's columns by the cells of its first line. A column without a name is called
 * by its position, `#3`; of several with the same name, the later ones get a number. Empty cells at
 * the end are not columns.
 */
export const columnNames = (cells: readonly string[]): string[] => {
  const given = cells.map((cell) => cell.trim())
  while (given.at(-1) === '') given.pop()
  const taken = new Set(given)
  const seen = new Set<string>()
  return given.map((name, at) => {
    const wanted = name === '' ? `#${at + 1}` : name
    const isFirst = name === '' ? !taken.has(wanted) : !seen.has(name)
    const unique = isFirst ? wanted : numbered(wanted, taken)
    taken.add(unique)
    seen.add(unique)
    return unique
  })
}
