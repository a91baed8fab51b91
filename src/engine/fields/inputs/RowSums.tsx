import { use } from 'react'
import { useWatch } from 'react-hook-form'
import { baseOf, chargedOf, type Amount, type Charged } from '#model/charge.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { FormResource } from '../../form/formResource.ts'
import { rowsIn } from '../../form/keyedRows.ts'
import { Sums } from '../Sums.tsx'
import classes from './rows/rows.module.css'

interface Props {
  /** Charged child rows. */
  readonly field: FieldModel
  /** Dotted path in the form. */
  readonly name: string
}

/** Renders again only when a sum changes. */
const useSums = ({ field, name }: Props): Charged['sums'] | undefined =>
  useWatch({
    name,
    compute: (rows) => (field.charge ? chargedOf(field.charge, rowsIn(rows)).sums : undefined),
  })

/** The amount of the line at a path while it is typed; other lines are not its concern. */
export const LineAmount = ({ field, name }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = useWatch({
    name,
    compute: (row: Json | undefined) =>
      field.charge && chargedOf(field.charge, [row ?? null]).lines[0],
  })
  return (
    <div className={classes.amount}>
      <span className={classes.amountLabel} data-amount-label>
        {t('fields.lineAmount')}
      </span>
      <output>{amount ? format.money(amount) : '—'}</output>
    </div>
  )
}

const NONE = { subtotal: 0, discount: 0, tax: 0, total: 0 }
const NAMES = ['subtotal', 'discount', 'tax', 'total'] as const
const TEXTS = {
  subtotal: 'fields.subtotal',
  discount: 'fields.discount',
  tax: 'fields.tax',
  total: 'fields.total',
} as const

/** The record's own part of the price, and its fields as they are while typed. */
const useBase = ({ charge }: FieldModel): Amount | null | undefined => {
  const base = charge?.base
  const names = base ? [base.unit, base.quantity, base.from, base.to] : []
  const values = useWatch({ name: names }) as readonly Json[]
  return base && baseOf(base, Object.fromEntries(names.map((n, i) => [n, values[i] ?? null])))
}

/**
 * Sums below the lines while they are typed, computed as the server does: those that the page of
 * the record declares as their footer. A total is shown only when all that it consists of is known.
 */
export const RowSums = (props: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const resource = use(FormResource)
  const base = useBase(props.field)
  const lines = useSums(props)
  const sums = lines ?? (base && { ...NONE, currency: base.currency })
  if (!sums || (base && base.currency !== sums.currency)) return null
  const { currency, discount, tax } = sums
  const declared = resource?.detail.footers?.[props.name] ?? NAMES
  const entry = (text: string, amount: number) => ({
    label: text,
    value: format.money({ amount, currency }),
  })
  if (props.field.charge?.base) {
    const own = entry(label(props.field.label), sums.total)
    return (
      <Sums
        entries={
          base
            ? [
                entry(label(props.field.charge.base.label), base.amount),
                ...(lines ? [own] : []),
                entry(t('fields.total'), base.amount + sums.total),
              ]
            : [own]
        }
      />
    )
  }
  const shown = NAMES.filter(
    (name) =>
      declared.includes(name) &&
      (name === 'total' || (name === 'subtotal' ? Boolean(discount || tax) : sums[name] !== 0)),
  )
  return (
    <Sums
      entries={shown.map((name) =>
        entry(
          label(resource?.fields.find((f) => f.name === name)?.label ?? t(TEXTS[name])),
          name === 'discount' ? -discount : sums[name],
        ),
      )}
    />
  )
}
