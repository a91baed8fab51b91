import type { ReactNode } from 'react'
import { usePageTitle } from '#ui/PageHeader.tsx'
import css from '../shared/plain.module.css'

/** Frame of an account page: title, lead and content. */
export const AuthCard = ({
  title,
  lead,
  children,
  foot,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  readonly foot?: ReactNode
}) => {
  usePageTitle(title)
  return (
    <>
      <h1 className={css.title}>{title}</h1>
      {lead ? <p className={css.lead}>{lead}</p> : null}
      {children}
      {foot ? <p className={css.foot}>{foot}</p> : null}
    </>
  )
}

/** Error message of a form, announced immediately. */
export const FormError = ({ children }: { readonly children: ReactNode }) =>
  children ? (
    <p role="alert" className={css.error}>
      {children}
    </p>
  ) : null
