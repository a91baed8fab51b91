import type { ReactNode } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { Skeleton } from '#ui/states.tsx'
import css from './ticketChat.module.css'

interface Choice {
  readonly id: string
  readonly title: string
  readonly note?: ReactNode
}

interface ChoicesProps {
  /** Accessible name of the choices. */
  readonly label: string
  /** Undefined while loading. */
  readonly choices: readonly Choice[] | undefined
  readonly value: string | undefined
  readonly onChange: (id: string) => void
  /** Text shown when the list is empty. */
  readonly none: string
  readonly search?: {
    readonly label: string
    readonly value: string
    readonly onChange: (text: string) => void
  }
}

/** A single-choice list with a search box. */
export const Choices = ({ label, choices, value, onChange, none, search }: ChoicesProps) => {
  const { t } = useTranslation()
  const content = () => {
    if (!choices) {
      return (
        <>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
          <span className="visually-hidden">{t('common.loading')}</span>
        </>
      )
    }
    if (choices.length) {
      return choices.map((c) => (
        <label key={c.id} className={css.choice} data-on={c.id === value || undefined}>
          <input
            type="radio"
            name={label}
            className={css.radio}
            checked={c.id === value}
            onChange={() => onChange(c.id)}
          />
          <span className={css.choiceText}>
            <span className={css.choiceTitle} dir="auto">
              {c.title}
            </span>
            {c.note ? <span className={css.choiceNote}>{c.note}</span> : null}
          </span>
        </label>
      ))
    }
    return <p className={css.none}>{none}</p>
  }
  return (
    <div className={css.choose}>
      {search ? (
        <input
          type="search"
          className={css.input}
          aria-label={search.label}
          placeholder={search.label}
          value={search.value}
          data-autofocus
          onChange={(e) => search.onChange(e.currentTarget.value)}
        />
      ) : null}
      <div className={css.choices} role="radiogroup" aria-label={label} aria-busy={!choices}>
        {content()}
      </div>
    </div>
  )
}
