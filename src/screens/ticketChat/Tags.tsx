import { useCan } from '#data/me.ts'
import { TagLine } from '#engine/tags/TagLine.tsx'
import { useTagsShown } from '#engine/tags/useTagsShown.ts'
import { fieldOf } from '#model/standard.ts'
import { label } from '#ui/i18n.ts'
import aside from '../shared/aside.module.css'
import { tickets, type Seen } from '../shared/resources.ts'
import css from './ticketChat.module.css'

/** Tags of a ticket: each can be removed, and others added. */
export const Tags = ({ record }: { readonly record: Seen<'tickets'> }) => {
  const can = useCan()
  const resource = tickets()
  const shown = useTagsShown(resource, record)
  if (!can(`${resource.entity}.field.tags.read`)) return null
  return (
    <div className={`${aside.field} ${css.tagField}`}>
      <span className={aside.fieldName}>{label(fieldOf(resource, 'tags')?.label ?? '')}</span>
      {shown ? <TagLine resource={resource} record={record} shown={shown} /> : null}
    </div>
  )
}
