import { Badge } from '#ui/Badge.tsx'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/time.ts'
import { leftText } from './countdown.ts'
import { firstReply, nextReply, solution, type Term } from './sla.ts'
import css from './ticketChat.module.css'

const words = {
  met: 'chat.repliedIn',
  missed: 'chat.repliedLate',
  running: 'ticket.left',
  overdue: 'chat.overdue',
  stopped: 'ticket.standing',
} as const satisfies Record<Term['kind'], TextKey>

/** Time before an SLA target at which the countdown starts to warn. */
const SOON_MS = 3_600_000

const toneOf = ({ kind, ms }: Term): 'good' | 'late' | 'soon' | 'calm' => {
  if (kind === 'met') return 'good'
  if (kind === 'missed' || kind === 'overdue') return 'late'
  if (kind === 'running' && ms < SOON_MS) return 'soon'
  return 'calm'
}

/** An SLA target and its remaining time, in seconds towards the end. */
const Promised = ({ name, term }: { readonly name: TextKey; readonly term: Term | undefined }) => {
  const { t, i18n } = useTranslation()
  const { instant } = useFormat()
  if (!term) return null
  return (
    <div className={css.clock} data-tone={toneOf(term)}>
      <span className={css.clockName}>{t(name)}</span>
      <strong className={css.clockLeft}>
        {t(words[term.kind], { span: leftText(term.ms, i18n.language) })}
      </strong>
      <time className={css.clockDue} dateTime={term.dueAt}>
        {instant(term.dueAt)}
      </time>
    </div>
  )
}

/** The ticket's SLA targets and their state. */
export const Clocks = ({ record }: { readonly record: { readonly [field: string]: unknown } }) => {
  const { t } = useTranslation()
  const now = useNow(1000)
  const next = nextReply(record, now)
  // Once another reply is due, when the first one came no longer matters.
  const reply = next ? undefined : firstReply(record, now)
  const solve = solution(record, now)
  if (!reply && !next && !solve) return null
  return (
    <div className={css.clocks} role="group" aria-label={t('ticket.promises')}>
      <Promised name="chat.firstReply" term={reply} />
      <Promised name="chat.nextReply" term={next} />
      <Promised name="chat.resolveBy" term={solve} />
    </div>
  )
}

/** Mark beside the title of a ticket that breached an SLA target. */
export const BreachMark = ({
  record,
}: {
  readonly record: { readonly [field: string]: unknown }
}) => {
  const { t } = useTranslation()
  return record.sla === 'breached' ? <Badge tone="danger">{t('ticket.breached')}</Badge> : null
}
