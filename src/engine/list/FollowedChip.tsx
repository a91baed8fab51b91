import { IconPlus, IconX } from '@tabler/icons-react'
import { followedField } from '#model/standard.ts'
import { label } from '#ui/i18n.ts'
import type { List } from './useList.ts'
import css from './list.module.css'

/** Limits the list to the records the person follows; a second press shows all again. */
export const FollowedChip = ({ list }: { readonly list: List }) => {
  const on = list.search.followed === true
  const Icon = on ? IconX : IconPlus
  return (
    <span className={`${css.chip} ${on ? css.on : ''}`}>
      <button
        type="button"
        className={css.chipButton}
        aria-pressed={on}
        onClick={() => list.setSearch({ followed: on ? undefined : true })}
      >
        <Icon size={14} aria-hidden />
        <span className={css.chipText}>{label(followedField.label)}</span>
      </button>
    </span>
  )
}
