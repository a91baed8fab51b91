import type { PointerEvent, PointerEventHandler } from 'react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import { DayRecord } from './DayRecord.tsx'
import { daySearch } from './groupSearch.ts'
import css from './days.module.css'

/** The records of a day, and a link to all of them where there are more than `most`. */
export const DayRecords = ({
  list,
  field,
  day,
  rows,
  most,
  dragged,
  isPending,
  start,
  entriesOf,
}: {
  readonly list: List
  readonly field: FieldModel
  readonly day: string
  readonly rows: readonly RecordData[]
  readonly most: number
  /** Id of the record that is dragged. */
  readonly dragged: string | undefined
  /** True while the new day of a record is being saved. */
  readonly isPending: (id: string) => boolean
  /** Begins to drag a record; absent where days cannot be changed. */
  readonly start: ((row: RecordData) => PointerEventHandler) | undefined
  readonly entriesOf: (row: RecordData) => readonly MenuEntry[]
}) => {
  const { t } = useTranslation()
  if (!rows.length) return null
  // One more record takes no more room than the link to it.
  const shown = rows.length > most + 1 ? rows.slice(0, most) : rows
  return (
    <>
      <ul className={css.records}>
        {shown.map((row) => (
          <DayRecord
            key={row.id}
            {...{ list, field, row, entriesOf }}
            dragged={dragged === row.id}
            pending={isPending(row.id)}
            onGrab={
              start &&
              ((e: PointerEvent) => {
                // A finger scrolls; it moves the record by the menu.
                if (e.pointerType !== 'touch') start(row)(e)
              })
            }
          />
        ))}
      </ul>
      {shown.length < rows.length ? (
        <ListLink list={list} search={daySearch(list, field, day)} className={css.more}>
          {t('layouts.moreOfDay', { more: rows.length - shown.length })}
        </ListLink>
      ) : null}
    </>
  )
}
