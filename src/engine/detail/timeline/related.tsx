/** Records of other entities in a timeline. */
import type { MessageEntry, PaymentEntry } from '#data/timeline.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation, type Translate } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useTimeZone } from '../../person.ts'
import { modelOf } from '../../resource.ts'
import { Linked, When, type EntryProps } from './Line.tsx'
import css from './timeline.module.css'

type Known = { readonly title: string | null } | null
/** Name of a customer or colleague, as far as the reader may know it. */
export const whoOf = (t: Translate, who: Known): string => who?.title ?? t('detail.someone')

/** A payment: what it is, its state and its amount. */
export const Payment = ({ entry }: EntryProps<PaymentEntry>) => {
  const format = useFormat(useTimeZone())
  const target = modelOf(entry.collection)
  if (!target) return null
  const state = target.states.find((s) => s.value === entry.state)
  const type = target.fields
    .find((f) => f.name === entry.type?.field)
    ?.options?.find((o) => o.value === entry.type?.value)
  return (
    <li className={css.item}>
      <div className={css.payment}>
        <Linked target={target} id={entry.record.id}>
          {entry.record.title ?? label(target.label.one)}
        </Linked>
        {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
        {entry.amount ? <strong>{format.money(entry.amount)}</strong> : null}
      </div>
      <span className={css.muted}>
        {`${label(type?.label ?? target.label.one)} · `}
        <When at={entry.at} />
      </span>
    </li>
  )
}

/** The beginning of a message, and who sent it. */
export const Message = ({ entry }: EntryProps<MessageEntry>) => {
  const { t } = useTranslation()
  return (
    <li className={css.item}>
      <div className={css.noteHead}>
        <strong>{whoOf(t, entry.from)}</strong>
        <When at={entry.at} />
      </div>
      <p className={css.message} dir="auto">
        {entry.record.title}
      </p>
    </li>
  )
}
