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
  /** A button beside each choice that acts on it at once. */
  readonly act?: {
    readonly text: string
    /** Accessible name, from the title of the choice. */
    readonly name: (title: string) => string
    readonly busy: boolean
    readonly run: (id: string) => void
  }
  /** Text shown when the list is empty. */
  readonly none: string
  readonly search?: {
    readonly label: string
    readonly value: string
    readonly onChange: (text: string) => void
  }
}

/** A single-choice list with a search box. */
export const Choices = ({ label, choices, value, onChange, act, none, search }: ChoicesProps) => {
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
        <div key={c.id} className={css.choiceRow} data-on={c.id === value || undefined}>
          <label className={css.choice}>
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
          {act ? (
            <button
              type="button"
              className={css.choiceAct}
              aria-label={act.name(c.title)}
              disabled={act.busy}
              onClick={() => act.run(c.id)}
            >
              {act.text}
            </button>
          ) : null}
        </div>
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
