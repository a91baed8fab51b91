import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import css from '../shared/plain.module.css'

const Outcome = ({ title, text, icon, good = false, reference }: { readonly title: string; readonly text: string; readonly icon: ReactNode; readonly good?: boolean; readonly reference: string | undefined }) => {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <div className={css.centre}>
      <span className={`${css.icon} ${good ? css.good : ''}`} aria-hidden>{icon}</span>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>{text}</p>
      {reference ? <p>{t('screens.paymentReference')} <span className={css.reference}>{reference}</span></p> : null}
      <div className={css.actions}><Button renderRoot={(props) => <Link to="/dashboard" {...props} />}>{t('common.toDashboard')}</Button></div>
    </div>
  )
}

/** `/auth/success`: where the payment provider sends people after a payment. */
export const PaymentSuccess = () => {
  const { t } = useTranslation()
  const { transaction } = useSearch({ from: '/auth/success' })
  return <Outcome good title={t('screens.paymentSuccess')} text={t('screens.paymentSuccessText')} icon={<IconCheck size={28} />} reference={transaction} />
}

/** `/auth/cancel`: where the payment provider sends people who changed their mind. */
export const PaymentCancelled = () => {
  const { t } = useTranslation()
  const { transaction } = useSearch({ from: '/auth/cancel' })
  return <Outcome title={t('screens.paymentCancel')} text={t('screens.paymentCancelText')} icon={<IconX size={28} />} reference={transaction} />
}
