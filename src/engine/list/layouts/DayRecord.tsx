import type { PointerEvent } from 'react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, StateModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'
import { RecordTitle } from './RecordTitle.tsx'
import { RowMenu } from './RowMenu.tsx'
import { ToneDot } from './ToneDot.tsx'
import css from './days.module.css'

/** A dot for the state, the time and the title. */
const Content = ({
  title,
  time,
  state,
}: {
  readonly title: string
  readonly time: string | undefined
  readonly state: StateModel | undefined
}) => (
  <>
    {state ? <ToneDot tone={state.tone} title={label(state.label)} /> : null}
    {time ? <span className={css.time}>{time}</span> : null}
    <span className={css.name}>{title}</span>
    {state ? <span className="visually-hidden">, {label(state.label)}</span> : null}
  </>
)

/** A record on its day: the time of an instant, its title with a dot for its state, its menu. */
export const DayRecord = ({
  list,
  field,
  row,
  dragged,
  pending,
  onGrab,
  entriesOf,
}: {
  readonly list: Pick<List, 'resource' | 'rights' | 'trashed' | 'zone'>
  readonly field: FieldModel
  readonly row: RecordData
  readonly dragged: boolean
  /** Its new day is being saved. */
  readonly pending: boolean
  readonly onGrab: ((e: PointerEvent) => void) | undefined
  readonly entriesOf: (row: RecordData) => readonly MenuEntry[]
}) => {
  const { i18n } = useTranslation()
  const { resource, zone } = list
  const title = titleOf(resource, row)
  const state = resource.states.find((s) => s.value === row.state)
  const time =
    field.kind === 'instant'
      ? new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone: zone }).format(
          new Date(String(row[field.name])),
        )
      : undefined
  return (
    <li
      className={css.record}
      data-id={row.id}
      data-movable={onGrab !== undefined || undefined}
      data-dragged={dragged || undefined}
      data-pending={pending || undefined}
    >
      <RecordTitle
        {...{ list, row }}
        className={css.link}
        title={[time, title].filter(Boolean).join(' ')}
        draggable={false}
        data-row-link=""
        onPointerDown={onGrab}
      >
        <Content {...{ title, time, state }} />
      </RecordTitle>
      <RowMenu title={title} entries={() => entriesOf(row)} className={css.dots} size={14} />
    </li>
  )
}
