import { iconButtonClass } from '#ui/Button.tsx'
import { IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { approvalsQuery } from '#data/approvals.ts'
import { useHolds } from '#data/me.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AddressLink } from '../links.tsx'
import { allResources } from '../resource.ts'
import { useApprovalsLive } from './useApprovalsLive.ts'
import css from './approvals.module.css'

const Waiting = () => {
  const { t } = useTranslation()
  useApprovalsLive()
  const { data } = useInfiniteQuery(approvalsQuery('review'))
  const count = data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0
  if (!count) return null
  const shown = data?.pages.at(-1)?.page.next ? `${count}+` : `${count}`
  const name = t('approvals.count', { count, shown })
  return (
    <AddressLink
      address="/settings?tab=approvals"
      className={iconButtonClass({ size: 36, className: css.reviews })}
      style={{ color: 'var(--text)' }}
      aria-label={name}
      title={name}
    >
      <IconUserCheck size={18} stroke={1.5} />
      <span className={css.count} aria-hidden>
        {shown}
      </span>
    </AddressLink>
  )
}

/** Number of requests that this person may approve, in the header; nothing for everybody else. */
export const ReviewCount = () => {
  const can = useHolds()
  const reviews = allResources().some((resource) =>
    resource.approvals?.some(({ by }) => can(`${resource.entity}.${by}`)),
  )
  return reviews ? <Waiting /> : null
}
