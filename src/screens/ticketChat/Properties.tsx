import { useCan } from '#data/me.ts'
import type { Included, RecordData } from '#data/types.ts'
import { ResourceLink } from '#engine/links.tsx'
import { isGrave, openActions, openTransitions, useRecordActions } from '#engine/recordActions.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation, type TextKey } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { ResourceModel } from '#model/types.ts'
import { AssigneeSelect, ChoiceSelect } from '../shared/AssigneeSelect.tsx'
import aside from '../shared/aside.module.css'
import chat from '../shared/chat.module.css'
import { PartyPanel } from '../shared/PartyPanel.tsx'
import { bookings, orders, tickets } from '../shared/resources.ts'
import { spanText, useNow } from '../shared/time.ts'
import { firstReply, solution, type Term } from './sla.ts'

/** A promised time: when, and how it stands. */
const Due = ({ name, term }: { readonly name: TextKey; readonly term: Term | undefined }) => {
  const { t, i18n } = useTranslation()
  const { instant } = useFormat()
  if (!term) return null
  const span = spanText(term.ms, i18n.language)
  const mark = { met: ['chat.repliedIn', aside.good], missed: ['chat.repliedLate', aside.late], running: ['chat.dueIn', aside.muted], overdue: ['chat.overdue', aside.late], stopped: ['chat.stopped', aside.muted] } as const
  const [text, tone] = mark[term.kind]
  return <div className={aside.field}><span className={aside.fieldName}>{t(name)}</span><span className={`${aside.fieldValue} ${aside.due}`}><time dateTime={term.dueAt}>{instant(term.dueAt)}</time><span className={tone}>{t(text, { span })}</span></span></div>
}

const Linked = ({ name, resource, id, included }: { readonly name: TextKey; readonly resource: ResourceModel; readonly id: unknown; readonly included: Included }) => {
  const { t } = useTranslation()
  const title = typeof id === 'string' ? included[resource.collection]?.[id]?.title : undefined
  if (title === undefined) return null
  return <div className={aside.field}><span className={aside.fieldName}>{t(name)}</span><span className={`${aside.fieldValue} ${aside.links}`}><ResourceLink resource={resource} target={{ page: 'detail', id: String(id) }}>{title}</ResourceLink></span></div>
}

/** What is known of a ticket and what can be done with it. */
export const Properties = ({ record, included }: { readonly record: RecordData; readonly included: Included }) => {
  const { t } = useTranslation()
  const can = useCan()
  const now = useNow()
  const resource = tickets()
  const actions = useRecordActions(resource)
  const ways = openTransitions(resource, record, actions.rights)
  const deeds = openActions(resource, record, actions.rights)
  const leading = ways.find((way) => !isGrave(resource, way)) ?? ways[0]
  const state = resource.states.find((s) => s.value === record.state)
  return (
    <>
      <section className={aside.block}>
        <h2 className={aside.blockTitle}>{t('chat.properties')}</h2>
        {state ? <div className={aside.field}><span className={aside.fieldName}>{t('chat.state')}</span><span><Badge tone={state.tone}>{label(state.label)}</Badge></span></div> : null}
        {ways.length || deeds.length ? (
          <div className={aside.buttons}>
            {ways.map((way) => <button key={way.name} type="button" className={way === leading ? chat.primary : chat.button} onClick={() => void actions.transition(record, way)}>{label(way.label)}</button>)}
            {deeds.map((deed) => <button key={deed.name} type="button" className={chat.button} onClick={() => void actions.act(record, deed)}>{label(deed.label)}</button>)}
          </div>
        ) : null}
        {can(`${resource.entity}.field.assignee.read`) ? <AssigneeSelect resource={resource} record={record} /> : null}
        <ChoiceSelect resource={resource} record={record} name="priority" />
        <ChoiceSelect resource={resource} record={record} name="category" />
        <Due name="chat.firstReply" term={firstReply(record, now)} />
        <Due name="chat.resolveBy" term={solution(record, now)} />
        {Array.isArray(record.tags) && record.tags.length ? <div className={aside.tags}>{(record.tags as string[]).map((tag) => <Badge key={tag}>{tag}</Badge>)}</div> : null}
      </section>
      <PartyPanel customer={record.customer} />
      {record.order || record.booking || record.mergedInto ? (
        <section className={aside.block}>
          <h2 className={aside.blockTitle}>{t('chat.linked')}</h2>
          <Linked name="chat.order" resource={orders()} id={record.order} included={included} />
          <Linked name="chat.booking" resource={bookings()} id={record.booking} included={included} />
          <Linked name="chat.mergedInto" resource={tickets()} id={record.mergedInto} included={included} />
        </section>
      ) : null}
      {typeof record.description === 'string' && record.description ? <section className={aside.block}><h2 className={aside.blockTitle}>{t('chat.description')}</h2><p className={aside.text} dir="auto">{record.description}</p></section> : null}
    </>
  )
}
