/** Tables of the kinds of fields, written from their folders and files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { kinds } from '#schemas/define/kinds.ts'

interface Table {
  /** The file that is written. */
  readonly file: string
  /** File of the part in the folder of a kind, without its ending. */
  readonly part: string
  readonly name: string
  readonly type: string
  readonly doc: string
}

const BROWSER = 'src/engine/kinds'
const SERVER = 'src/server/kinds'

const tables: readonly Table[] = [
  {
    file: 'lists.ts',
    part: 'list',
    name: 'lists',
    type: 'ListKind',
    doc: 'What a list shows of each kind; loaded with the first list.',
  },
  { file: 'values.ts', part: 'value', name: 'values', type: 'ValueKind', doc: 'Values on a page.' },
  { file: 'inputs.ts', part: 'input', name: 'inputs', type: 'InputKind', doc: 'Inputs of forms.' },
  { file: 'filters.ts', part: 'filter', name: 'filters', type: 'FilterKind', doc: 'Filters.' },
  { file: 'samples.ts', part: 'sample', name: 'samples', type: 'Sample', doc: 'The catalogue.' },
]

/** `rating`, `list` → `ratingList`: no kind is named as a reserved word then. */
const importedAs = (kind: string, part: string): string =>
  `${kind}${part.charAt(0).toUpperCase()}${part.slice(1)}`

const tableText = (
  { part, name, type, doc }: Pick<Table, 'part' | 'name' | 'type' | 'doc'>,
  files: readonly (readonly [kind: string, file: string])[],
): string =>
  [
    '// Written by `npm run generate`. A kind without this part does not compile.',
    "import type { Kind } from '#schemas/define/kinds.ts'",
    ...files.map(
      ([kind, file]) => `import { ${part} as ${importedAs(kind, part)} } from './${file}'`,
    ),
    `import type { ${type} } from './types.ts'`,
    '',
    `/** ${doc} */`,
    `export const ${name}: Readonly<Record<Kind, ${type}>> = {`,
    ...files.map(([kind]) => `  ${kind}: ${importedAs(kind, part)},`),
    '}',
    '',
  ].join('\n')

/** Text of each table by its path, relative to `root`, the folder of the product. */
export const kindTables = (root: string): ReadonlyMap<string, string> => {
  const filesOf = (kind: string) => {
    try {
      return readdirSync(path.join(root, BROWSER, kind))
    } catch {
      return []
    }
  }
  const onServer = readdirSync(path.join(root, SERVER))
  const server = Object.keys(kinds).filter((kind) => onServer.includes(`${kind}.ts`))
  return new Map([
    [
      `${SERVER}/index.ts`,
      tableText(
        { part: 'kind', name: 'serverKinds', type: 'ServerKind', doc: 'Kinds on the server.' },
        server.map((kind) => [kind, `${kind}.ts`] as const),
      ),
    ],
    ...tables.map((table) => {
      const files = Object.keys(kinds).flatMap((kind) =>
        filesOf(kind)
          .filter((file) => file === `${table.part}.ts` || file === `${table.part}.tsx`)
          .map((file) => [kind, `${kind}/${file}`] as const),
      )
      return [`${BROWSER}/${table.file}`, tableText(table, files)] as const
    }),
  ])
}

/** Writes the tables that are not up to date; returns their paths. */
export const writeKindTables = (root: string): readonly string[] =>
  [...kindTables(root)].flatMap(([file, text]) => {
    const place = path.join(root, file)
    if (isUpToDate(place, text)) return []
    writeFileSync(place, text)
    return [file]
  })

const isUpToDate = (place: string, text: string): boolean => {
  try {
    return readFileSync(place, 'utf8') === text
  } catch {
    return false
  }
}
