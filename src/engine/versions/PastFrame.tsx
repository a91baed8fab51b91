import { Button } from '#ui/Button.tsx'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { AsOf } from '../asOf.ts'
import { InstantBox } from '../fields/dates/InstantBox.tsx'
import type { Navigate } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import css from './past.module.css'

interface Props {
  /** ISO 8601. */
  readonly at: string
  readonly note: string
  readonly children: ReactNode
}

/**
 * Frame around a page that shows the past: says so and when, changes the instant in the URL, and
 * leads back. Links inside keep the instant.
 */
export const PastFrame = ({ at, note, children }: Props) => {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  const navigate = useNavigate() as Navigate
  const id = useId()
  const [typed, setTyped] = useState(at)
  const [wrong, setWrong] = useState(false)
  const show = (asOf: string | undefined) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({ ...old, asOf }),
      resetScroll: false,
    })
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const ms = Date.parse(typed)
    setWrong(Number.isNaN(ms))
    // What is to come is not known yet.
    if (!Number.isNaN(ms)) show(ms < Date.now() ? typed : undefined)
  }
  return (
    <AsOf value={at}>
      <section className={css.frame} aria-labelledby={id}>
        <div className={css.banner}>
          <IconHistory size={20} aria-hidden className={css.icon} />
          <div className={css.words}>
            <p id={id} role="status" className={css.text}>
              {t('versions.asItWas', { at: format.instant(at) })}
            </p>
            <p className={css.note}>{note}</p>
          </div>
          <form className={css.form} onSubmit={submit}>
            <InstantBox
              aria-label={t('versions.moment')}
              size="xs"
              className={css.input}
              value={typed}
              error={wrong ? t('versions.noMoment') : undefined}
              onChange={(moment) => {
                setTyped(moment)
                setWrong(false)
              }}
            />
            <Button size="small" variant="default" type="submit">
              {t('versions.show')}
            </Button>
          </form>
          <Button size="small" onClick={() => show(undefined)}>
            {t('versions.backToNow')}
          </Button>
        </div>
        <div className={css.content}>{children}</div>
      </section>
    </AsOf>
  )
}
