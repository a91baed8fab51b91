import { IconX } from '@tabler/icons-react'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { BoardCard } from '../BoardCard.tsx'
import type { LayoutProps } from '../LayoutView.tsx'
import css from './map.module.css'

const FACTS = 3

/** The records of the chosen mark. */
export const PlacePanel = ({
  list,
  menuOf,
  rows,
  included,
  field,
  onClose,
}: Omit<LayoutProps, 'nothing'> & {
  readonly rows: readonly RecordData[]
  readonly included: Included
  readonly field: FieldModel
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const facts = list.columns
    .filter((c) => !c.title && c.name !== field.name && !['image', 'images'].includes(c.field.kind))
    .filter((c) => c.field.kind !== 'state')
    .slice(0, FACTS)
  return (
    <section className={css.panel} aria-label={t('layouts.recordsHere')}>
      <div className={css.panelHead}>
        <h2>
          {t('layouts.placesHere', {
            number: format.number(rows.length),
            many: inSentence(list.resource.label[rows.length === 1 ? 'one' : 'many']),
          })}
        </h2>
        <button
          type="button"
          className={css.close}
          aria-label={t('common.close')}
          onClick={onClose}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
      <ul className={css.records}>
        {rows.map((row) => (
          <BoardCard
            key={row.id}
            {...{ list, menuOf, row, included, facts }}
            stated
            selected={list.selection[row.id] === true}
            onPick={list.pick}
          />
        ))}
      </ul>
    </section>
  )
}
