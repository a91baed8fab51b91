import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { chargedOf, type Charged } from '#model/charge.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { Sums } from '../Sums.tsx'
import classes from './rows/rows.module.css'

interface Props {
  /** Charged child rows. */
  readonly field: FieldModel
  /** Dotted path in the form. */
  readonly name: string
}

const useCharged = ({ field, name }: Props): Charged | undefined => {
  const rows = useWatch({ name }) as readonly Json[] | null
  return useMemo(
    () => (field.charge ? chargedOf(field.charge, rows ?? []) : undefined),
    [field, rows],
  )
}

/** The amount of one line while it is typed. */
export const LineAmount = ({ index, ...props }: Props & { readonly index: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = useCharged(props)?.lines[index]
  return (
    <div className={classes.amount}>
      <span className={classes.amountLabel} data-amount-label>
        {t('fields.lineAmount')}
      </span>
      <output>{amount ? format.money(amount) : '—'}</output>
    </div>
  )
}

/** Sums of the lines while they are typed, computed as the server does. */
export const RowSums = (props: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const sums = useCharged(props)?.sums
  if (!sums) return null
  const { currency, subtotal, discount, tax, total } = sums
  const entry = (label: string, amount: number) => ({
    label,
    value: format.money({ amount, currency }),
  })
  return (
    <Sums
      entries={[
        ...(discount || tax ? [entry(t('fields.subtotal'), subtotal)] : []),
        ...(discount ? [entry(t('fields.discount'), -discount)] : []),
        ...(tax ? [entry(t('fields.tax'), tax)] : []),
        entry(t('fields.total'), total),
      ]}
    />
  )
}
