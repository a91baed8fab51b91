import { useState, type FormEvent, type ReactNode } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from './settings.module.css'

interface CardProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
  readonly foot?: ReactNode
  readonly danger?: boolean
  readonly onSubmit?: (e: FormEvent) => void
}

/** A section of a tab; with `onSubmit` it is a form. */
export const Card = ({ title, text, children, foot, danger = false, onSubmit }: CardProps) => {
  const inside = (
    <>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{title}</h2>
        {text ? <p className={css.cardText}>{text}</p> : null}
      </div>
      {children ? <div className={css.cardBody}>{children}</div> : null}
      {foot ? <div className={css.cardFoot}>{foot}</div> : null}
    </>
  )
  const className = `${css.card} ${danger ? css.danger : ''}`
  return onSubmit ? (
    <form className={className} aria-label={title} noValidate onSubmit={onSubmit}>
      {inside}
    </form>
  ) : (
    <section className={className} aria-label={title}>
      {inside}
    </section>
  )
}

export interface Submission {
  readonly busy: boolean
  /** Error of the whole form. */
  readonly error: string | undefined
  /** Errors by field. */
  readonly fields: Readonly<Record<string, string>>
  readonly run: (task: () => Promise<unknown>) => Promise<boolean>
}

/** Runs one action at a time; returns whether it succeeded and stores the error. */
export const useSubmission = (): Submission => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  return {
    busy,
    error,
    fields,
    run: async (task) => {
      setBusy(true)
      setError(undefined)
      setFields({})
      try {
        await task()
        return true
      } catch (failed) {
        const named = isProblem(failed) ? failed.errors.filter((e) => e.path) : []
        setFields(Object.fromEntries(named.map((e) => [e.path, e.message])))
        if (!named.length || isProblem(failed, 409)) {
          setError(isProblem(failed) ? failed.detail : t('common.somethingWrong'))
        }
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Error message of a whole form. */
export const Failure = ({ children }: { readonly children: string | undefined }) =>
  children ? (
    <p role="alert" className={css.failure}>
      {children}
    </p>
  ) : null

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly description?: string
  readonly fresh?: boolean
}
/** Password input for proving identity or choosing a new password. */
export const Password = ({
  label,
  value,
  onChange,
  error,
  description,
  fresh = false,
}: PasswordProps) => (
  <TextInput
    type="password"
    label={label}
    value={value}
    error={error}
    description={description}
    maxLength={128}
    autoComplete={fresh ? 'new-password' : 'current-password'}
    onChange={(e) => onChange(e.currentTarget.value)}
  />
)
