import { useTranslation } from '#ui/i18n.ts'
import { spanText, useTimed } from '#ui/time.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useTimeZone } from '../person.ts'
import classes from './Countdown.module.css'

const MINUTE_MS = 60_000
/** Time before a deadline at which it starts to warn. */
const SOON_MS = 60 * MINUTE_MS

const toneAt = (left: number): 'late' | 'soon' | 'calm' => {
  if (left <= 0) return 'late'
  return left <= SOON_MS ? 'soon' : 'calm'
}

/** A deadline as the time left or overdue, which stays current; its date and time is the title. */
export const Countdown = ({ value }: { readonly value: string }) => {
  const { t, i18n } = useTranslation()
  const { instant } = useFormat(useTimeZone())
  const due = Date.parse(value)
  // Rounded up, so that nothing has "0 min left".
  const text = useTimed((now) => {
    const left = due - now
    const span = (ms: number) => spanText(ms, i18n.language, 'short')
    return left > 0
      ? t('fields.left', { span: span(Math.ceil(left / MINUTE_MS) * MINUTE_MS) })
      : t('fields.overdue', { span: span(-left) })
  })
  const tone = useTimed((now) => toneAt(due - now))
  return (
    <time className={classes.countdown} data-tone={tone} dateTime={value} title={instant(value)}>
      {text}
    </time>
  )
}
