import { IconClock } from '@tabler/icons-react'
import { createContext, use, useMemo, useRef } from 'react'
import type { RecordData } from '#data/types.ts'
import { ListPage } from '#engine/list/ListPage.tsx'
import type { ExtraColumn, ListPreset } from '#engine/list/preset.ts'
import { useQuiet, type Quiet } from '#engine/quiet.ts'
import { useRecordActions } from '#engine/recordActions.ts'
import { useRights } from '#engine/resource.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { orders, type Seen } from '../shared/resources.ts'
import { spanText, useNow } from '#ui/time.ts'
import { leadingTransition, ONGOING } from '../shared/orders.ts'
import css from './ongoing.module.css'

/** Time elapsed since the order was placed. */
const Elapsed = ({ row }: { readonly row: Seen<'orders'> }) => {
  const { t, i18n } = useTranslation()
  const now = useNow()
  if (typeof row.placedAt !== 'string') {
    return (
      <span className={css.none} aria-hidden>
        —
      </span>
    )
  }
  const span = spanText(now - Date.parse(row.placedAt), i18n.language)
  const late = typeof row.dueAt === 'string' && Date.parse(row.dueAt) < now
  return (
    <span className={late ? css.late : css.elapsed} title={t('orders.sincePlaced', { span })}>
      <IconClock size={14} aria-hidden />
      {span}
    </span>
  )
}

/**
 * One for all rows: after a step, or a change by someone else, an order leaves the list or its next
 * step takes the place of the button, and a second click must find neither.
 */
const Pause = createContext<Quiet>({ quiet: false, during: () => {}, moved: () => {} })

/** Button for the order's next transition, if the person may take it. */
const NextStep = ({ row, own }: { readonly row: Seen<'orders'>; readonly own: () => void }) => {
  const actions = useRecordActions(orders(), { onDone: own })
  const { quiet, during } = use(Pause)
  const transition = leadingTransition(orders(), row, actions.rights)
  return transition ? (
    <button
      type="button"
      className={css.step}
      aria-disabled={quiet || undefined}
      onClick={quiet ? undefined : () => during(actions.transition(row, transition))}
    >
      {label(transition.label)}
    </button>
  ) : (
    <span className={css.none} aria-hidden>
      —
    </span>
  )
}

const elapsed: ExtraColumn = {
  name: 'elapsed',
  label: 'orders.elapsed',
  widthPx: 124,
  fields: ['placedAt', 'dueAt'],
  Cell: Elapsed,
}
const next: ExtraColumn = {
  name: 'next',
  label: 'orders.next',
  widthPx: 124,
  fields: ['state'],
  Cell: NextStep,
}

const withSteps: ListPreset = {
  path: '/ongoing-order',
  title: 'screens.ongoingOrders',
  filter: { path: ['state'], op: 'in', value: [...ONGOING] },
  states: ONGOING,
  columns: ['number', 'customer', 'vendor', 'total', 'dueAt', 'state'],
  extra: [elapsed, next],
}
/** For people who may take none of the steps. */
const withoutSteps: ListPreset = { ...withSteps, extra: [elapsed] }

/**
 * `/ongoing-order`: orders placed, confirmed or in progress, with their elapsed time and next step.
 */
export const OngoingOrders = () => {
  const rights = useRights(orders())
  const steps = ONGOING.some((state) => leadingTransition(orders(), { state }, rights))
  const pause = useQuiet('')
  const { moved } = pause
  const seen = useRef('')
  const preset = useMemo(
    () => ({
      ...(steps ? withSteps : withoutSteps),
      onRows(rows: readonly RecordData[]) {
        const now = rows.map(({ id, state }) => `${id} ${String(state)}`).join()
        if (seen.current && seen.current !== now) moved()
        seen.current = now
      },
    }),
    [steps, moved],
  )
  return (
    <Pause value={pause}>
      <ListPage resource={orders()} preset={preset} />
    </Pause>
  )
}
