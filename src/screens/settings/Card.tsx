import { useState, type FormEvent, type ReactNode } from 'react'
import { TextInput } from '@mantine/core'
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

/** One subject of a tab; with `onSubmit` it is a form. */
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
  /** What went wrong as a whole. */
  readonly error: string | undefined
  /** What is wrong by field. */
  readonly fields: Readonly<Record<string, string>>
  readonly run: (task: () => Promise<unknown>) => Promise<boolean>
}

/** Runs one action at a time; returns whether it went well, and keeps why not. */
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

/** What went wrong with a form as a whole. */
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
/** A password, to prove who one is or to choose. */
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
