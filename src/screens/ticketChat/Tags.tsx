import { useState } from 'react'
import { IconX } from '@tabler/icons-react'
import { useCan } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useChange } from '../shared/AssigneeSelect.tsx'
import aside from '../shared/aside.module.css'
import { tickets } from '../shared/resources.ts'
import css from './ticketChat.module.css'

const MAX_LENGTH = 40
const MAX = 50

/** Tags of a ticket: each can be removed, and Enter adds the typed one. */
export const Tags = ({ record }: { readonly record: RecordData }) => {
  const { t } = useTranslation()
  const can = useCan()
  const resource = tickets()
  const change = useChange(resource, record)
  const [text, setText] = useState('')
  const tags = (record.tags as string[] | null) ?? []
  if (!can(`${resource.entity}.field.tags.read`)) return null
  const may =
    record.state !== 'merged' &&
    can(`${resource.entity}.update`) &&
    can(`${resource.entity}.field.tags.write`)
  const name = label(fieldOf(resource, 'tags')?.label ?? '')
  const add = async () => {
    const tag = text.trim().slice(0, MAX_LENGTH)
    if (!tag) return
    setText('')
    if (!tags.includes(tag) && !(await change({ tags: [...tags, tag] }))) setText(tag)
  }
  if (!may && !tags.length) return null
  return (
    <div className={`${aside.field} ${css.tagField}`}>
      <span className={aside.fieldName}>{name}</span>
      <span className={css.tags}>
        {tags.map((tag) => (
          <span key={tag} className={css.tag}>
            <span className={css.tagText} dir="auto">
              {tag}
            </span>
            {may ? (
              <button
                type="button"
                className={css.tagOff}
                aria-label={t('ticket.removeTag', { tag })}
                onClick={() => void change({ tags: tags.filter((other) => other !== tag) })}
              >
                <IconX size={12} aria-hidden />
              </button>
            ) : null}
          </span>
        ))}
        {may && tags.length < MAX ? (
          <input
            className={css.tagInput}
            aria-label={t('ticket.addTag')}
            placeholder={t('ticket.addTag')}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
            onBlur={() => void add()}
            onKeyDown={(e) => {
              if (e.key === 'Enter' && !e.nativeEvent.isComposing) {
                e.preventDefault()
                void add()
              } else if (e.key === 'Escape') setText('')
            }}
          />
        ) : null}
      </span>
    </div>
  )
}
