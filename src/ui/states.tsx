/** Placeholders for missing content: empty, error, no permission, loading. */
import type { ReactNode } from 'react'
import { IconAlertTriangle, IconInbox, IconLock } from '@tabler/icons-react'
import { Button } from './Button.tsx'
import { useTranslation } from './i18n.ts'
import { usePageTitle } from './PageHeader.tsx'
import css from './common.module.css'

interface StateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly role?: 'alert' | 'status'
  /** The state fills the page: its title is the `h1`. */
  readonly page?: boolean
}

/** A state of a part of a page, or with `page` of the whole page. */
export const State = ({ icon, title, text, actions, role, page }: StateProps) => (
  <div className={css.state} role={role}>
    {icon ? (
      <div className={css.stateIcon} aria-hidden>
        {icon}
      </div>
    ) : null}
    {page ? <h1 className={css.stateTitle}>{title}</h1> : <p className={css.stateTitle}>{title}</p>}
    {text ? <p className={css.stateText}>{text}</p> : null}
    {actions ? <div className={css.stateActions}>{actions}</div> : null}
  </div>
)

/** Says that there is nothing yet, and what to do about it. */
export const EmptyState = (props: {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly icon?: ReactNode
}) => <State icon={<IconInbox size={32} stroke={1.25} />} {...props} />

interface ErrorStateProps {
  /** Default: that loading failed. */
  readonly title?: string
  /**
   * The error for people; an `Error`'s message is shown if it has a `detail` (a problem of the
   * API).
   */
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly page?: boolean
}

const detailOf = (error: unknown): string | undefined =>
  typeof error === 'object' &&
  error !== null &&
  'detail' in error &&
  typeof error.detail === 'string'
    ? error.detail
    : undefined

/** Loading failed; the person may try again. */
export const ErrorState = ({ title, error, onRetry, page = false }: ErrorStateProps) => {
  const { t } = useTranslation()
  return (
    <State
      role="alert"
      page={page}
      icon={<IconAlertTriangle size={32} stroke={1.25} />}
      title={title ?? t('common.errorTitle')}
      text={detailOf(error) ?? t('common.errorText')}
      actions={
        onRetry ? (
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        ) : null
      }
    />
  )
}

/** The view of every page a person may not open, or with `part` of a part of one. */
export const PermissionDenied = ({
  actions,
  part = false,
}: {
  readonly actions?: ReactNode
  readonly part?: boolean
}) => {
  const { t } = useTranslation()
  usePageTitle(t('common.permissionDenied'))
  return (
    <State
      page={!part}
      icon={<IconLock size={32} stroke={1.25} />}
      title={t('common.permissionDenied')}
      text={t('common.permissionDeniedText')}
      actions={actions}
    />
  )
}

/** More than any shape shows; those that are too many are hidden. */
const BARS = 35

/**
 * Every loading state: read out as one text, seen as lines of text, or in the `shape` of the layout
 * that replaces it.
 */
export const Loading = ({ shape }: { readonly shape?: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('common.loading')}
      </span>
      <div className={css.loading} data-shape={shape} aria-busy="true" aria-hidden>
        {Array.from({ length: BARS }, (_, i) => (
          <i key={i} className={css.skeleton} />
        ))}
      </div>
    </>
  )
}

const widths = ['42%', '58%', '34%', '50%', '46%', '62%']

/** Rows of the final height while a list or form loads. */
export const SkeletonRows = ({
  rows = 8,
  columns = 4,
  heightPx = 40,
}: {
  readonly rows?: number
  readonly columns?: number
  readonly heightPx?: number
}) => (
  <div aria-hidden>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={css.skeletonRow} style={{ blockSize: heightPx }}>
        {Array.from({ length: columns }, (_, column) => (
          <div key={column} style={{ flex: 1 }}>
            <div
              className={css.skeleton}
              style={{ inlineSize: widths[(row + column) % widths.length] }}
            />
          </div>
        ))}
      </div>
    ))}
  </div>
)

/** A grey placeholder bar for a text. */
export const Skeleton = ({ width = '50%' }: { readonly width?: string | number }) => (
  <div aria-hidden className={css.skeleton} style={{ inlineSize: width }} />
)
