import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from './approvals.module.css'

interface Given {
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly rows?: Json
  readonly limits?: Json
}

/** What a role grants, as its patterns: reviewers see exactly what is stored. */
export const Grants = ({ value }: { readonly value: Json }) => {
  const { t } = useTranslation()
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const { allow = [], deny = [], rows, limits } = value as Given
  const part = (title: string, lines: readonly string[]) =>
    lines.length ? (
      <p className={css.grants}>
        <span className={css.quiet}>{title}</span> <code>{lines.join(', ')}</code>
      </p>
    ) : null
  return (
    <>
      {part(t('approvals.allow'), allow)}
      {part(t('approvals.deny'), deny)}
      {part(t('approvals.rows'), rows ? [JSON.stringify(rows)] : [])}
      {part(t('approvals.limits'), limits ? [JSON.stringify(limits)] : [])}
    </>
  )
}
