import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { firebaseFor, type Provider } from '#data/firebase/project.ts'
import { takeLeft } from '#data/identity/remembered.ts'
import type { Entered } from '#data/identity/session.ts'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import { FormError } from './AuthCard.tsx'
import { offeredProviders, Providers } from './Providers.tsx'
import { sentence } from './sentences.ts'
import css from '../shared/plain.module.css'

const load = () => import('../shared/identityFlow.ts')
type Flow = Awaited<ReturnType<typeof load>>

/**
 * Takes the token that another site passed in the URL fragment, which no server sees; removes it
 * from the URL at once.
 */
const takeHandedOver = (): string | undefined => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('identityToken') ?? undefined
  if (token) {
    window.history.replaceState(
      window.history.state,
      '',
      window.location.pathname + window.location.search,
    )
  }
  return token
}

interface Props {
  /** Called after sign-in with the account id. */
  readonly onDone: (account: string) => void
  readonly onChallenge: (challenge: string) => void
  /** Set over a page that must not be left: a blocked pop-up is then an error. */
  readonly stay?: boolean
}

/** Sign-in methods of the identity service; renders nothing without one. */
export const Federated = ({ onDone, onChallenge, stay = false }: Props) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<Provider>()
  const [error, setError] = useState<string>()
  const [handedOver] = useState(() =>
    stay || !firebaseFor('identity') ? undefined : takeHandedOver(),
  )
  const run = async (
    provider: Provider | undefined,
    enter: (flow: Flow) => Promise<Entered | undefined>,
  ) => {
    setError(undefined)
    setBusy(provider)
    try {
      const entered = await enter(await load())
      if (entered && 'challenge' in entered) onChallenge(entered.challenge)
      else if (entered) onDone(entered.account)
    } catch (failed) {
      // A second attempt has replaced this one and is still open.
      if (isProblem(failed) && failed.code === 'identity/cancelled-popup-request') return
      setError(sentence(failed, t))
    }
    setBusy(undefined)
  }
  const back = useEffectEvent(
    (how: string) => void run(undefined, (flow) => flow.afterLeaving(how)),
  )
  useEffect(() => {
    const left = stay ? undefined : takeLeft()
    if (left) back(left)
  }, [stay])
  if (!firebaseFor('identity')) return null
  return (
    <section className={css.federated} aria-label={t('screens.otherWays')}>
      {offeredProviders().length || handedOver ? (
        <p className={css.or}>
          <span>{t('screens.or')}</span>
        </p>
      ) : null}
      <FormError>{error}</FormError>
      {handedOver ? (
        <>
          <p className={css.handed}>{t('screens.handedOver')}</p>
          <Button
            variant="default"
            fullWidth
            style={{ marginBlockEnd: 8 }}
            onClick={() => void run(undefined, (flow) => flow.withCustomToken(handedOver))}
          >
            {t('screens.handedOverGo')}
          </Button>
        </>
      ) : null}
      <Providers
        busy={busy}
        onNear={() => void load().catch(() => undefined)}
        onPress={(provider) => void run(provider, (flow) => flow.withProvider(provider, { stay }))}
      />
    </section>
  )
}
