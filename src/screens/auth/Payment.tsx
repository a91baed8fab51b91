import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/Button.tsx'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { paymentSeen } from '#data/payments.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import css from '../shared/plain.module.css'

const POLL_MS = 2000
const OPEN: readonly string[] = ['pending', 'processing']

/** Payment a payer returns from; polled until the provider has settled it. */
const usePayment = (transaction: string | undefined, link: string | undefined) =>
  useQuery({
    queryKey: ['payment', transaction, link],
    enabled: transaction !== undefined,
    retry: false,
    queryFn: ({ signal }) => paymentSeen(transaction ?? '', link, signal),
    refetchInterval: ({ state }) =>
      state.data && OPEN.includes(state.data.state) ? POLL_MS : false,
  })

interface OutcomeProps {
  readonly title: string
  readonly text: string
  readonly icon: ReactNode
  readonly good?: boolean
  readonly children?: ReactNode
}

const Outcome = ({ title, text, icon, good = false, children }: OutcomeProps) => {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <div className={css.centre}>
      <span className={`${css.icon} ${good ? css.good : ''}`} aria-hidden>
        {icon}
      </span>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>{text}</p>
      {children}
      <div className={css.actions}>
        <Link to="/dashboard" className={buttonClass()}>
          {t('common.toDashboard')}
        </Link>
      </div>
    </div>
  )
}

/** `/auth/success`: where the payment provider redirects after a payment. */
export const PaymentSuccess = () => {
  const { t } = useTranslation()
  const { transaction, link } = useSearch({ from: '/auth/success' })
  const { data: payment } = usePayment(transaction, link)
  // The provider's result may arrive after the payer returns, and differ.
  if (payment?.state === 'failed' || payment?.state === 'cancelled') {
    return <Navigate to="/auth/cancel" search={{ transaction, link }} replace />
  }
  const open = payment && OPEN.includes(payment.state)
  const textKey = () => {
    if (open) return 'screens.paymentConfirming'
    if (payment) return 'screens.paymentSuccessText'
    return 'screens.paymentNeutral'
  }
  return (
    <Outcome
      good
      title={t('screens.paymentSuccess')}
      text={t(textKey())}
      icon={<IconCheck size={28} />}
    >
      {payment ? <PaymentFacts payment={payment} /> : null}
    </Outcome>
  )
}

/** `/auth/cancel`: where the payment provider redirects after a cancelled or refused payment. */
export const PaymentCancelled = () => {
  const { t } = useTranslation()
  const { transaction, link } = useSearch({ from: '/auth/cancel' })
  const { data: payment } = usePayment(transaction, link)
  if (payment?.state === 'succeeded') {
    return <Navigate to="/auth/success" search={{ transaction, link }} replace />
  }
  const textKey = () => {
    if (payment?.state === 'failed') return 'screens.paymentDeclinedText'
    if (payment) return 'screens.paymentCancelText'
    return 'screens.paymentNeutral'
  }
  return (
    <Outcome title={t('screens.paymentCancel')} text={t(textKey())} icon={<IconX size={28} />}>
      {payment ? <PaymentFacts payment={payment} /> : null}
    </Outcome>
  )
}
