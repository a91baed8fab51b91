import { fieldOf } from '#model/standard.ts'
import { label } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import type { List } from '../useList.ts'
import css from './groups.module.css'

/** Chooses the field of a layout; the first one is not in the URL. */
export const FieldChoice = ({
  list,
  title,
  offered,
  chosen,
}: {
  readonly list: List
  readonly title: string
  readonly offered: readonly string[]
  readonly chosen: string
}) => (
  <label className={css.by}>
    {title}
    <Select
      small
      value={chosen}
      onChange={({ currentTarget: { value } }) =>
        list.setSearch({ by: value === offered[0] ? undefined : value })
      }
      data={offered.map((name) => ({
        value: name,
        label: label(fieldOf(list.resource, name)?.label ?? name),
      }))}
    />
  </label>
)

/**
 * The field that a layout uses: the one in the URL, otherwise the state or the first the person may
 * read.
 */
export const useChosenField = ({ resource, search, allowed }: List, names: readonly string[]) => {
  const offered = names
    .filter((name) => allowed(resource, name))
    .sort((a, b) => Number(b === 'state') - Number(a === 'state'))
  const name = offered.find((n) => n === search.by) ?? offered[0]
  return { offered, field: name === undefined ? undefined : fieldOf(resource, name) }
}
