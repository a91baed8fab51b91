import { memo } from 'react'
import { IconPlus, IconX } from '@tabler/icons-react'
import { ME } from '#schemas/define/rowWords.ts'
import { followedField } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { ListSetup } from './useList.ts'
import css from './list.module.css'

interface ChipProps {
  readonly text: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

const Chip = ({ text, on, onChange }: ChipProps) => {
  const Icon = on ? IconX : IconPlus
  return (
    <span className={`${css.chip} ${on ? css.on : ''}`}>
      <button
        type="button"
        className={css.chipButton}
        aria-pressed={on}
        onClick={() => onChange(!on)}
      >
        <Icon size={14} aria-hidden />
        <span className={css.chipText}>{text}</span>
      </button>
    </span>
  )
}

/** Limits the list to the records the person follows; a second press shows all again. */
export const FollowedChip = memo(
  ({ on, setSearch }: { readonly on: boolean; readonly setSearch: ListSetup['setSearch'] }) => (
    <Chip
      text={label(followedField.label)}
      on={on}
      onChange={(next) => setSearch({ followed: next || undefined })}
    />
  ),
)

/** Limits the list to the records that are assigned to the person, by the filter of that field. */
export const AssignedChip = ({
  list,
  field,
}: {
  readonly list: ListSetup
  readonly field: string
}) => {
  const { t } = useTranslation()
  return (
    <Chip
      text={t('list.assignedToMe')}
      on={[list.search[field]].flat().includes(ME)}
      onChange={(on) => list.setSearch({ [field]: on ? ME : undefined })}
    />
  )
}
