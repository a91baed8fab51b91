import { IconPin } from '@tabler/icons-react'
import { label, useTranslation } from '#ui/i18n.ts'
import type { ListColumn } from './columns.ts'
import { MAX_PINS, staysIn } from './pins.ts'
import type { ListSetup } from './useList.ts'
import css from './panel.module.css'

interface PinProps {
  readonly column: ListColumn
  readonly list: Pick<ListSetup, 'preference' | 'setPreference'>
}

/** Keeps a column in place while the others scroll; the title always is. */
export const PinColumn = ({ column, list: { preference, setPreference } }: PinProps) => {
  const { t } = useTranslation()
  const { pinned = [] } = preference
  const stays = staysIn(column, preference)
  const others = pinned.filter((name) => name !== column.name)
  return (
    <button
      type="button"
      className={css.icon}
      aria-label={t('list.pinColumn', { label: label(column.field.label) })}
      aria-pressed={stays}
      disabled={column.title || (!stays && pinned.length >= MAX_PINS)}
      onClick={() => {
        const next = stays ? others : [...others, column.name]
        setPreference({ pinned: next.length ? next : undefined })
      }}
    >
      <IconPin size={14} aria-hidden />
    </button>
  )
}
