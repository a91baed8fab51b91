import { useState } from 'react'
import { IconBuildingStore, IconSpeakerphone } from '@tabler/icons-react'
import { useOrganisation } from '#engine/person.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from './compose.module.css'

const channels = ['in_app', 'push', 'email'] as const
type Channel = (typeof channels)[number]

interface LooksProps {
  readonly channel: string
  readonly title: string
  readonly body: string
  readonly link: string
}

/** Preview of the notification on the chosen channel, or on another to compare. */
export const Looks = ({ channel, title, body, link }: LooksProps) => {
  const { t } = useTranslation()
  const { name } = useOrganisation()
  const [looked, setLooked] = useState<{ readonly at: Channel; readonly since: string }>()
  // Choosing another channel for the notification switches the preview to it.
  const shown: Channel =
    (looked?.since === channel ? looked.at : undefined) ??
    channels.find((c) => c === channel) ??
    'in_app'
  const says = title.trim() || t('compose.noTitle')
  const preview = () => {
    if (shown === 'in_app') {
      return (
        <div className={css.item}>
          <span className={css.icon} aria-hidden>
            <IconSpeakerphone size={16} stroke={1.75} />
          </span>
          <span className={css.itemText}>
            <strong dir="auto">{says}</strong>
            <span className={css.clamped} dir="auto">
              {body}
            </span>
            <span className={css.quiet}>{t('compose.now')}</span>
          </span>
        </div>
      )
    }
    if (shown === 'push') {
      return (
        <div className={css.push}>
          <span className={css.pushHead}>
            <IconBuildingStore size={14} stroke={1.75} aria-hidden /> {name} · {t('compose.now')}
          </span>
          <strong dir="auto">{says}</strong>
          <span className={css.clamped} dir="auto">
            {body}
          </span>
        </div>
      )
    }
    return (
      <div className={css.mail}>
        <p className={css.mailHead}>
          <span>{t('compose.from')}</span> {name}
          <br />
          <span>{t('compose.subject')}</span> <strong dir="auto">{says}</strong>
        </p>
        <div className={css.letter}>
          <p className={css.letterTitle} dir="auto">
            {says}
          </p>
          <p className={css.letterText} dir="auto">
            {body}
          </p>
          {link ? <span className={css.letterButton}>{t('compose.open')}</span> : null}
        </div>
      </div>
    )
  }
  return (
    <section className={css.card} aria-label={t('compose.preview')}>
      <div className={css.looksHead}>
        <h2 className={css.cardTitle}>{t('compose.preview')}</h2>
        <div role="group" aria-label={t('compose.channel')} className={css.switch}>
          {channels.map((c) => (
            <button
              key={c}
              type="button"
              aria-pressed={c === shown}
              onClick={() => setLooked({ at: c, since: channel })}
            >
              {t(`compose.channels.${c}`)}
            </button>
          ))}
        </div>
      </div>
      {preview()}
    </section>
  )
}
