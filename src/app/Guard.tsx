import { Suspense, type ReactNode } from 'react'
import { Link, useMatches } from '@tanstack/react-router'
import { useCan } from '#data/me.ts'
import { buttonClass } from '#ui/Button.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { Loading, PermissionDenied } from '#ui/states.tsx'

const KeptDraft = lazy(async () => ({ default: (await import('./KeptDraft.tsx')).KeptDraft }))

/**
 * The only guard: shows a page if the person holds the permission of its route, otherwise the
 * permission-denied view. The server enforces it anyway.
 */
export const Guard = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const can = useCan()
  const permission = useMatches({
    select: (matches) => matches.at(-1)?.staticData.permission ?? null,
  })
  if (permission !== null && !can(permission)) {
    return (
      <PermissionDenied
        actions={
          <>
            <Suspense fallback={null}>
              <KeptDraft />
            </Suspense>
            <Link to="/dashboard" className={buttonClass({ variant: 'default' })}>
              {t('common.toDashboard')}
            </Link>
          </>
        }
      />
    )
  }
  return <Suspense fallback={<Loading />}>{children}</Suspense>
}
