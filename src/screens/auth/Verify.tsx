import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { verifyEmail } from '#data/accounts.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard, FormError } from './AuthCard.tsx'
import { sentence } from './sentences.ts'
import css from '../shared/plain.module.css'

/** `/auth/verify?token=…`: proves an e-mail address by the mailed link. */
export const Verify = () => {
  const { t } = useTranslation()
  const { token } = useSearch({ from: '/auth/verify' })
  // A link works once, so it is tried once however often the page is drawn.
  const { status, error } = useQuery({
    queryKey: ['verify', token],
    queryFn: async () => {
      await verifyEmail(token ?? '')
      return true
    },
    enabled: token !== undefined,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <AuthCard
      title={t('screens.verifyTitle')}
      foot={<Link to="/auth/login">{t('screens.backToSignIn')}</Link>}
    >
      {!token ? (
        <FormError>{t('screens.linkBroken')}</FormError>
      ) : status === 'error' ? (
        <FormError>{sentence(error, t)}</FormError>
      ) : (
        <p role="status" className={status === 'success' ? css.done : css.lead}>
          {t(status === 'success' ? 'screens.verifyDone' : 'screens.verifyBusy')}
        </p>
      )}
    </AuthCard>
  )
}
