import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { followEvents } from '#data/events.ts'
import { meQuery } from '#data/queries.ts'
import { useSession } from '#data/session.ts'
import { titleWhenCut } from '#ui/cutTitle.ts'
import { setLanguage, useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Guard } from './Guard.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import { Notices } from './Notices.tsx'
import { ProofRequested } from './ProofRequested.tsx'
import { SessionEnd } from './SessionEnd.tsx'
import { useNavigation } from './useNavigation.ts'
import css from './shell.module.css'

const Waiting = lazy(() => import('./Waiting.tsx').then((m) => ({ default: m.Waiting })))

const TenantWords = lazy(() =>
  import('./TenantWords.tsx').then((m) => ({ default: m.TenantWords })),
)

/** Follows live changes while the shell is mounted. */
const useLiveChanges = (on: boolean): void => {
  const client = useQueryClient()
  useEffect(() => (on ? followEvents(client) : undefined), [client, on])
}

/**
 * Moves the focus to the content of a new page for assistive technology; not on the first page, nor
 * if a page already took the focus.
 */
const useFocusOnPageChange = () => {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useLayoutEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && !main.current?.contains(document.activeElement)) {
          main.current?.focus({ preventScroll: true })
        }
      }),
    [router],
  )
  return main
}

/**
 * Layout of the main group: header, navigation, content behind the guard; and everything that
 * watches the session.
 */
const Frame = () => {
  const { t } = useTranslation()
  const navigation = useNavigation()
  const main = useFocusOnPageChange()
  useLiveChanges(true)
  return (
    <>
      <a
        className={css.skip}
        href="#main"
        onClick={(e) => {
          e.preventDefault()
          main.current?.focus()
        }}
      >
        {t('common.skipToContent')}
      </a>
      <div className={`${css.layout} ${navigation.folded ? css.narrow : ''}`}>
        <Header onOpenNavigation={navigation.open} />
        <Navigation state={navigation} />
        <main id="main" tabIndex={-1} ref={main} className={css.main} onMouseOver={titleWhenCut}>
          <Notices />
          <Breadcrumbs />
          <Guard>
            <Outlet />
          </Guard>
        </main>
      </div>
    </>
  )
}

// The stored language applies wherever the person signs in; only once, because a language chosen on
// this page takes effect before it is stored, and a response from before that may arrive after it.
let appliedFor: string | undefined

const Content = () => {
  const { data: me, error, refetch } = useQuery(meQuery())
  const [isHeld, setHeld] = useState(false)
  const account = me?.account.id
  const locale = me?.person?.locale
  useEffect(() => {
    if (account === undefined || account === appliedFor) return
    appliedFor = account
    void setLanguage(locale).catch(() => undefined)
  }, [account, locale])
  if (me && (me.waiting || isHeld)) {
    return (
      <Suspense fallback={<Loading />}>
        <Waiting me={me} isHeld={isHeld} onHold={setHeld} onCheck={() => void refetch()} />
      </Suspense>
    )
  }
  if (me?.person?.tenant) {
    return (
      <Suspense fallback={<Loading />}>
        <TenantWords>
          <Frame />
        </TenantWords>
      </Suspense>
    )
  }
  if (me) return <Frame />
  return error ? (
    <main>
      <ErrorState page error={error} onRetry={() => void refetch()} />
    </main>
  ) : (
    <Loading />
  )
}

/** The shell of every page that needs a session. */
export const Shell = () => {
  const session = useSession()
  return (
    <>
      {session ? <Content /> : null}
      <SessionEnd />
      <ProofRequested />
    </>
  )
}
