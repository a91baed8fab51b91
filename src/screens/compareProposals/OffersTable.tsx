import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/Button.tsx'
import { IconCheck } from '@tabler/icons-react'
import { keys } from '#data/queries.ts'
import { ResourceLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { openTransitions, titleOf, useRecordActions } from '#engine/recordActions.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { Amount } from '../shared/money.ts'
import { proposals, type Seen } from '../shared/resources.ts'
import { spanText, useNow } from '#ui/time.ts'
import { bestBy, dearerBy, type Offer } from './offers.ts'
import { recordLink } from '../shared/links.ts'
import css from './compare.module.css'

/** Transitions offered while comparing, in display order. */
const DECISIONS = ['accepted', 'shortlisted', 'rejected']
const HURRY_MS = 2 * 86_400_000
const nothing = (
  <span className={css.muted} aria-hidden>
    —
  </span>
)

interface Line {
  readonly name: string
  readonly of: (offer: Offer) => ReactNode
  readonly best?: ReadonlySet<Offer>
  readonly wraps?: true
}

const Lines = ({ offer }: { readonly offer: Offer }) => {
  const format = useFormat()
  return (
    <ul className={css.lines}>
      {offer.lines.map((l, i) => (
        <li key={i}>
          <span>{l.label}</span>
          <span className={css.muted}>
            {l.quantity} × {format.money(l.unit)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Finish = ({ offer: { finishOn, durationDays } }: { readonly offer: Offer }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  if (finishOn) {
    return (
      <>
        {format.day(finishOn)}{' '}
        <span className={css.muted}>{t('pages.days', { count: durationDays ?? 0 })}</span>
      </>
    )
  }
  return durationDays ? t('pages.days', { count: durationDays }) : nothing
}

const City = ({
  offer,
  wanted,
}: {
  readonly offer: Offer
  readonly wanted?: string | undefined
}) => {
  const { t } = useTranslation()
  if (!offer.city) return nothing
  const same = wanted && offer.city.toLocaleLowerCase() === wanted.toLocaleLowerCase()
  return (
    <>
      {offer.city}
      {same ? (
        <>
          {' '}
          <Badge tone="success">{t('pages.sameCity')}</Badge>
        </>
      ) : null}
    </>
  )
}

/** Lines about the offer itself. */
const useOfferLines = (job: Seen<'service-jobs'>, offers: readonly Offer[]): readonly Line[] => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const { budget } = job
  return [
    {
      name: t('pages.total'),
      best: bestBy('price', offers),
      of: (o) => <Total offer={o} offers={offers} budget={budget} />,
    },
    { name: t('pages.lines'), wraps: true, of: (o) => <Lines offer={o} /> },
    {
      name: t('pages.start'),
      best: bestBy('start', offers),
      of: (o) => (o.startOn ? format.day(o.startOn) : nothing),
    },
    {
      name: t('pages.finish'),
      best: bestBy('finish', offers),
      of: (o) => <Finish offer={o} />,
    },
    { name: t('pages.validity'), of: (o) => <Validity offer={o} /> },
  ]
}

/** Lines about the vendors, as far as one of them has the value. */
const useVendorLines = (job: Seen<'service-jobs'>, offers: readonly Offer[]): readonly Line[] => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const wanted = (job.address as { city?: string } | null | undefined)?.city
  const any = (has: (o: Offer) => unknown) => offers.some((o) => has(o) !== undefined)
  const lines: readonly (Line | false)[] = [
    any((o) => o.rating) && {
      name: t('pages.rating'),
      best: bestBy('rating', offers),
      of: (o) =>
        o.rating === undefined
          ? nothing
          : t('pages.outOf', { n: format.number(o.rating), most: 5 }),
    },
    any((o) => o.completed) && {
      name: t('pages.completedOrders'),
      best: bestBy('completed', offers),
      of: (o) => (o.completed === undefined ? nothing : format.number(o.completed)),
    },
    any((o) => o.city) && {
      name: t('pages.city'),
      of: (o) => <City offer={o} wanted={wanted} />,
    },
    any((o) => o.since) && {
      name: t('pages.since'),
      of: (o) => (o.since ? format.day(o.since) : nothing),
    },
    any((o) => o.message) && {
      name: t('pages.message'),
      wraps: true,
      of: (o) => (o.message ? <p className={css.message}>{o.message}</p> : nothing),
    },
  ]
  return lines.filter((line) => line !== false)
}

/**
 * Table with a column per proposal and a row per property; highlights the best value of each row.
 */
export const OffersTable = ({
  job,
  offers,
}: {
  readonly job: Seen<'service-jobs'>
  readonly offers: readonly Offer[]
}) => {
  const { t } = useTranslation()
  const lines = [...useOfferLines(job, offers), ...useVendorLines(job, offers)]
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('pages.compare')}>
      <table className={css.table} aria-label={t('pages.compare')}>
        <thead>
          <tr>
            <td className={css.corner} />
            {offers.map((o) => (
              <th key={o.row.id} scope="col" data-won={o.row.state === 'accepted' || undefined}>
                <Head offer={o} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, of, best, wraps }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {offers.map((o) => (
                <td
                  key={o.row.id}
                  data-wraps={wraps}
                  data-won={o.row.state === 'accepted' || undefined}
                >
                  {of(o)}
                  {best?.has(o) ? (
                    <span className={css.best}>
                      <IconCheck size={13} aria-hidden />
                      {t('pages.best')}
                    </span>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
          {job.state === 'open' && !job.deletedAt ? <Decisions offers={offers} /> : null}
        </tbody>
      </table>
    </div>
  )
}

const Head = ({ offer: { row, vendor } }: { readonly offer: Offer }) => {
  const state = proposals().states.find((s) => s.value === row.state)
  const name = titleOf(proposals(), row)
  return (
    <>
      <span className={css.vendor}>{vendor ?? name}</span>
      <span className={css.code}>
        <ResourceLink {...recordLink('proposals', row.id)}>{name}</ResourceLink>
        {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
      </span>
    </>
  )
}

const Total = ({
  offer,
  offers,
  budget,
}: {
  readonly offer: Offer
  readonly offers: readonly Offer[]
  readonly budget: Amount | null | undefined
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { amount } = offer
  if (!amount) return nothing
  const more = dearerBy(offer, offers)
  const over =
    budget && budget.currency === amount.currency ? amount.amount - budget.amount : undefined
  return (
    <>
      <strong className={css.total}>{format.money(amount)}</strong>
      {more && more.amount > 0 ? (
        <span className={css.note}>
          {t('pages.dearer', {
            amount: format.money({ ...amount, amount: more.amount }),
            share: format.bps(Math.round(more.bps / 100) * 100),
          })}
        </span>
      ) : null}
      {over === undefined ? null : (
        <span className={css.note} data-tone={over > 0 ? 'warning' : undefined}>
          {over > 0
            ? t('pages.overBudget', { amount: format.money({ ...amount, amount: over }) })
            : t('pages.inBudget')}
        </span>
      )}
    </>
  )
}

/** Remaining validity of a live proposal. */
const Validity = ({ offer: { row, validUntil } }: { readonly offer: Offer }) => {
  const { t, i18n } = useTranslation()
  const format = useFormat(useTimeZone())
  const now = useNow()
  if (!validUntil) return nothing
  const left = Date.parse(validUntil) - now
  const playing = row.state === 'submitted' || row.state === 'shortlisted'
  const tone = () => {
    if (left <= 0) return 'danger'
    if (left < HURRY_MS) return 'warning'
    return undefined
  }
  return (
    <>
      {format.instant(validUntil)}
      {playing ? (
        <span className={css.note} data-tone={tone()}>
          {left <= 0 ? t('pages.runOut') : t('pages.left', { span: spanText(left, i18n.language) })}
        </span>
      ) : null}
    </>
  )
}

/** Accept, shortlist and reject, as far as the person may; same as on the proposal's own page. */
const Decisions = ({ offers }: { readonly offers: readonly Offer[] }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  // Accepting also awards the job and creates an order.
  const actions = useRecordActions(proposals(), {
    onDone: () =>
      void Promise.all(
        ['service-jobs', 'orders'].map((c) =>
          client.invalidateQueries({ queryKey: keys.collection(c) }),
        ),
      ),
  })
  const transitions = offers.map(({ row }) =>
    openTransitions(proposals(), row, actions.rights)
      .filter((w) => DECISIONS.includes(w.name))
      .sort((a, b) => DECISIONS.indexOf(a.name) - DECISIONS.indexOf(b.name)),
  )
  if (!transitions.some((w) => w.length)) return null
  return (
    <tr className={css.decisions}>
      <th scope="row">{t('pages.decide')}</th>
      {offers.map(({ row, vendor }, i) => (
        <td key={row.id}>
          <div className={css.buttons}>
            {transitions[i]!.map((transition) => (
              <Button
                key={transition.name}
                size="small"
                variant={transition.name === 'accepted' && i === 0 ? 'filled' : 'default'}
                aria-label={`${label(transition.label)}: ${vendor ?? titleOf(proposals(), row)}`}
                onClick={() => void actions.transition(row, transition)}
              >
                {label(transition.label)}
              </Button>
            ))}
          </div>
        </td>
      ))}
    </tr>
  )
}
