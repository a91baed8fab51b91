import type { PaymentSeen } from '#data/payments.ts'
import { allResources } from '#engine/resource.ts'
import { Badge } from '#ui/Badge.tsx'
import { formatOf } from '#ui/format.ts'
import { currentLanguage, label, useTranslation } from '#ui/i18n.ts'
import css from './payment.module.css'

/**
 * Number, amount and state of a payment, and its subject if the person may see it. Announces
 * changes until it is settled.
 */
export const PaymentFacts = ({ payment }: { readonly payment: PaymentSeen }) => {
  const { t } = useTranslation()
  const resource = allResources().find((r) => r.collection === 'payment-transactions')
  const state = resource?.states.find((s) => s.value === payment.state)
  const record = payment.response?.data
  const paid =
    resource?.fields.flatMap((field) => {
      const id =
        field.kind === 'ref' && field.ref && field.ref !== resource.collection
          ? record?.[field.name]
          : undefined
      const title =
        typeof id === 'string' ? payment.response?.included[field.ref!]?.[id]?.title : undefined
      return title ? [{ name: label(field.label), title }] : []
    }) ?? []
  return (
    <div role="status" className={css.facts}>
      <dl>
        <div>
          <dt>{t('screens.paymentReference')}</dt>
          <dd>{payment.number}</dd>
        </div>
        <div>
          <dt>{t('screens.paymentAmount')}</dt>
          <dd>{formatOf(currentLanguage()).money(payment.amount)}</dd>
        </div>
        {paid.map(({ name, title }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{title}</dd>
          </div>
        ))}
        {state ? (
          <div>
            <dt>{t('screens.paymentState')}</dt>
            <dd>
              <Badge tone={state.tone}>{label(state.label)}</Badge>
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}
