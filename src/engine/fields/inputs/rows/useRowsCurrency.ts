import { use, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FieldModel, Json } from '#model/types.ts'
import { FormResource } from '../../../form/formResource.ts'
import { rowsIn } from '../../../form/keyedRows.ts'
import { rescaled } from '../../../kinds/money/rescaled.ts'
import type { InputProps } from '../types.ts'
import { rememberChange } from './undo.ts'
import type { RowActions } from './useRowList.ts'

const currencyOf = (value: unknown): string | undefined =>
  (value as { currency?: string } | null | undefined)?.currency

/** Names of the amounts of child rows that can be in any currency. */
const amountsOf = (field: FieldModel): readonly string[] =>
  (field.fields ?? []).filter((f) => f.kind === 'money' && !f.currency).map((f) => f.name)

interface Following {
  readonly actions: RowActions
  /** An element of the form. */
  readonly inside: RefObject<HTMLElement | null>
  /** Gives the record its former currency back. */
  readonly restore: (currency: string) => void
}

/**
 * Amounts in the record's former currency follow it to another one, and keep their numbers. Ctrl+Z
 * takes the currency back, and they follow it again.
 */
const useFollowing = (
  field: FieldModel,
  own: unknown,
  { actions, inside, restore }: Following,
): void => {
  const before = useRef(own)
  const restoring = useRef(false)
  const forget = useRef<() => void>(undefined)
  useEffect(() => () => forget.current?.(), [])
  const follow = useEffectEvent((from: string, to: string) => {
    const amounts = new Set(amountsOf(field))
    const moved = (value: Json): Json => ({
      amount: rescaled((value as { amount: Json }).amount, from, to),
      currency: to,
    })
    actions.each((row) =>
      Object.fromEntries(
        Object.entries(row as Record<string, Json>).map(([name, value]) => [
          name,
          amounts.has(name) && currencyOf(value) === from ? moved(value) : value,
        ]),
      ),
    )
  })
  const remember = useEffectEvent((from: string) => {
    if (!inside.current || restoring.current) {
      restoring.current = false
      return
    }
    const drop = rememberChange(inside.current, () => {
      drop()
      restoring.current = true
      restore(from)
    })
    forget.current = drop
  })
  useEffect(() => {
    const from = before.current
    if (typeof own !== 'string') return
    before.current = own
    if (typeof from !== 'string' || from === own) return
    follow(from, own)
    remember(from)
  }, [own])
}

/**
 * The currency of new child rows: the one the record names, otherwise that of what it costs without
 * them, otherwise that of the rows there are. When the record's changes, the rows follow.
 */
export const useRowsCurrency = (
  { field, name }: InputProps,
  actions: RowActions,
  inside: RefObject<HTMLElement | null>,
): string | undefined => {
  const resource = use(FormResource)
  const { getValues, setValue } = useFormContext()
  const named = resource?.fields.find((f) => f.kind === 'currency')?.name
  const base = field.charge?.base?.unit
  const watched = useWatch({ name: [named, base].filter((n) => n !== undefined) }) as unknown[]
  const [own] = named ? watched : []
  const restore = (currency: string) => {
    if (named) setValue(named, currency, { shouldDirty: true })
  }
  useFollowing(field, own, { actions, inside, restore })
  if (typeof own === 'string') return own
  const rows = rowsIn(getValues(name)) as Record<string, Json>[]
  return (
    (base && currencyOf(watched.at(-1))) ??
    rows
      .flatMap((row) => amountsOf(field).map((a) => currencyOf(row[a])))
      .find((c) => c !== undefined)
  )
}
