/** The names of a field in every language and in other systems, for guessing the columns of a file. */
export type ColumnWords = (label: string) => readonly string[]

let loaded: Promise<ColumnWords> | undefined

const load = async (): Promise<ColumnWords> => {
  const [pt, ar, { synonyms }] = await Promise.all([
    import('#schemas/labels/pt.json'),
    import('#schemas/labels/ar.json'),
    import('#schemas/labels/synonyms.ts'),
  ])
  const catalogues = [pt.default, ar.default].map(
    (labels) => new Map<string, string>(Object.entries(labels)),
  )
  const others = new Map(Object.entries(synonyms))
  return (label) => [
    label,
    ...catalogues.flatMap((labels) => labels.get(label) ?? []),
    ...(others.get(label) ?? []),
  ]
}

/** Loads the names with the first file. */
export const loadColumnWords = (): Promise<ColumnWords> => (loaded ??= load())
