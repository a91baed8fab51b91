import { useEffect, type ReactNode } from 'react'
import { t } from './i18n.ts'
import css from './common.module.css'

/** Sets the document's title to a page's name; called by every page with its own `h1`. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${t('common.product')}` : t('common.product')
  }, [title])
}

export interface PageHeaderProps {
  /** Text of the page's one `h1`, and of the document's title. */
  readonly title: string
  /** Beside the title, e.g. the state badge. */
  readonly beside?: ReactNode
  /** One muted line under the title. */
  readonly subtitle?: ReactNode
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode
}

/**
 * Header of every page: its one `h1`, the content beside it, and its actions. Breadcrumbs belong to
 * the shell.
 */
export const PageHeader = ({ title, beside, subtitle, actions }: PageHeaderProps) => {
  usePageTitle(title)
  return (
    <div className={css.head}>
      <div className={css.headText}>
        <div className={css.titleLine}>
          <h1 className={css.title}>{title}</h1>
          {beside}
        </div>
        {subtitle ? <div className={css.subtitle}>{subtitle}</div> : null}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  )
}
