import { useQuery } from '@tanstack/react-query'
import { firebaseFor, providers } from '#data/firebase/project.ts'
import { rememberedIdentity } from '#data/identity/remembered.ts'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

const load = async () => (await import('../shared/identityFlow.ts')).account()
type Account = NonNullable<Awaited<ReturnType<typeof load>>>

const Facts = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const named = providers.filter((one) => account.providers.includes(`${one}.com`))
  const names = [
    ...named,
    ...(account.providers.includes('password') ? ['password' as const] : []),
  ].map((one) => t(`settings.provider_${one}`))
  return (
    <ul className={css.rows} aria-label={t('settings.identityAccount')}>
      <li className={css.row}>
        <span className={css.rowText}>
          <span dir="auto">
            {account.email ?? account.name ?? account.id}{' '}
            {account.email ? (
              <Badge tone={account.emailVerified ? 'success' : 'neutral'}>
                {t(
                  account.emailVerified
                    ? 'settings.identityConfirmed'
                    : 'settings.identityUnconfirmed',
                )}
              </Badge>
            ) : null}
          </span>
          <span className={css.quiet}>
            {[
              names.join(', '),
              account.createdAt &&
                t('settings.identitySince', { when: format.instant(account.createdAt) }),
              account.lastSignInAt &&
                t('settings.signedIn', { when: format.instant(account.lastSignInAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </li>
    </ul>
  )
}

/**
 * Account at the identity service for people who signed in with it. Renders and loads nothing for
 * others.
 */
export const Identity = () => {
  const { t } = useTranslation()
  const here = firebaseFor('identity') !== undefined && rememberedIdentity() !== undefined
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['identity-account'],
    queryFn: async () => (await load()) ?? null,
    enabled: here,
    retry: false,
  })
  if (!here) return null
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (isPending) return <SkeletonRows rows={1} columns={2} />
    if (data) return <Facts account={data} />
    return <p className={css.text}>{t('settings.identityAccountNone')}</p>
  }
  return (
    <Card title={t('settings.identityAccount')} text={t('settings.identityAccountText')}>
      {content()}
    </Card>
  )
}
