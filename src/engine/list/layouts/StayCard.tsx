import { createPortal } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '#data/queries.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { withLayout } from '../../detail/declared.ts'
import { partTexts } from '../../detail/partText.ts'
import { useTimeZone } from '../../person.ts'
import type { Pointed } from './usePointed.ts'
import css from './stayCard.module.css'

/** Distance to the bar, and half of the widest card with its distance to the edge of the page. */
const GAP_PX = 8
const HALF_PX = 168

/** What the summary of a stay says, beside its bar. The page of the record says it to everybody. */
export const StayCard = ({
  resource,
  pointed: { bar, box },
}: {
  readonly resource: ResourceModel
  readonly pointed: Pointed
}) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const { data } = useQuery(recordQuery(resource, bar.id))
  if (!data) return null
  const { summary = [] } = withLayout(resource).detail
  const facts = partTexts(resource, data.data, data.included, summary, {
    language: i18n.language,
    zone,
  })
  const state = resource.states.find(({ value }) => value === data.data.state)
  const above = box.top > window.innerHeight / 2
  const center = (Math.max(box.left, 0) + Math.min(box.right, window.innerWidth)) / 2
  return createPortal(
    <div
      className={css.card}
      data-card
      style={{
        left: `clamp(${HALF_PX}px, ${center}px, 100vw - ${HALF_PX}px)`,
        ...(above
          ? { bottom: window.innerHeight - box.top + GAP_PX }
          : { top: box.bottom + GAP_PX }),
      }}
      aria-hidden
    >
      <p className={css.head}>
        <bdi>{bar.title}</bdi>
        {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
      </p>
      {facts.map((fact, i) => (
        <p key={i} dir="auto">
          {fact}
        </p>
      ))}
    </div>,
    document.body,
  )
}
