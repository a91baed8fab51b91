import { Badge } from '#ui/Badge.tsx'
import { quietPart } from '#ui/lazyPart.tsx'
import css from '../../list/table.module.css'
import type { CellMaker, FormatMaker, ListKind } from '../types.ts'

const TagList = quietPart(async () => (await import('../../tags/TagList.tsx')).TagList)

const joined: FormatMaker = () => (v) => (v as string[]).join(', ')

const chips: CellMaker = ({ field, value }) => (
  <span className={css.tags}>
    {field.tagsOf === undefined ? (
      (value as string[]).map((v) => <Badge key={v}>{v}</Badge>)
    ) : (
      <TagList collection={field.tagsOf} tags={value as string[]} />
    )}
  </span>
)

export const list: ListKind = {
  format: joined,
  column: { px: 136, flexible: true, fit: 'badges' },
  cell: chips,
}
