import { IconArrowsSort } from '@tabler/icons-react'
import { fieldOf } from '#model/standard.ts'
import { formatSort, parseSort } from '#model/urlQuery.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import type { ListSetup } from './useList.ts'
import { barButton } from './barButton.ts'

/** Over its icon, and nothing but its outline is seen: what it sorts by is longer than its room. */
const UNSEEN = {
  position: 'absolute',
  inset: 0,
  blockSize: '100%',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: 'transparent',
  // Else the browser of a phone zooms in.
  fontSize: 16,
} as const
const SEEN = { background: 'var(--surface)', color: 'var(--text)' }

/** Sort select where the headers are hidden: on a phone. Further levels are in the columns panel. */
export const SortSelect = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  const { resource, sort } = list
  const value = formatSort(sort.slice(0, 1))
  const names = [
    ...new Set([
      ...list.columns.filter((c) => c.sortable).map((c) => c.name),
      'createdAt',
      value.replace(/^-/, ''),
    ]),
  ]
  return (
    <span className={barButton} style={{ position: 'relative' }}>
      <IconArrowsSort size={16} aria-hidden />
      <Select
        style={UNSEEN}
        aria-label={t('list.sortBy')}
        value={value}
        onChange={(e) => {
          const [first] = parseSort(e.currentTarget.value)
          if (!first) return
          list.setSort([first, ...sort.slice(1).filter(({ field }) => field !== first.field)])
        }}
      >
        {names.flatMap((name) => {
          const field = fieldOf(resource, name)
          return field
            ? [
                <option key={name} value={name} style={SEEN}>
                  {t('list.ascending', { label: label(field.label) })}
                </option>,
                <option key={`-${name}`} value={`-${name}`} style={SEEN}>
                  {t('list.descending', { label: label(field.label) })}
                </option>,
              ]
            : []
        })}
      </Select>
    </span>
  )
}
