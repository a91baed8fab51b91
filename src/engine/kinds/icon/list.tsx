import { quietPart } from '#ui/lazyPart.tsx'
import { plain } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

const IconAlone = quietPart(async () => (await import('#ui/recordIcons.tsx')).IconAlone)

const drawn: CellMaker = ({ value }) => <IconAlone name={String(value)} />

export const list: ListKind = { format: plain, column: { px: 76, fit: 'fixed' }, cell: drawn }
