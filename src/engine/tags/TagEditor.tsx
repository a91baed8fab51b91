import { Suspense, useState } from 'react'
import { IconPlus, IconX } from '@tabler/icons-react'
import { MAX_TAGS } from '#schemas/define/tagForm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { TagChip } from '#ui/TagChip.tsx'
import { useTagColor } from './TagList.tsx'
import css from './tags.module.css'

const NewTag = lazyPart(async () => (await import('./NewTag.tsx')).NewTag)

interface EditorProps {
  readonly collection: string
  readonly tags: readonly string[]
  /** The person may change them. */
  readonly may: boolean
  readonly onAdd: (tag: string) => void
  readonly onRemove: (tag: string) => void
}

/** Tags of one record: each can be removed, and others added while typing. */
export const TagEditor = ({ collection, tags, may, onAdd, onRemove }: EditorProps) => {
  const { t } = useTranslation()
  const colorOf = useTagColor(collection)
  const [open, setOpen] = useState(false)
  const add = (tag: string) => {
    if (tag && !tags.includes(tag)) onAdd(tag)
  }
  const button = (
    <button
      type="button"
      className={css.add}
      onPointerEnter={NewTag.preload}
      onFocus={NewTag.preload}
      onClick={() => setOpen(true)}
    >
      <IconPlus size={14} aria-hidden />
      {t('tags.add')}
    </button>
  )
  return (
    <span className={css.editor}>
      {tags.map((tag) => (
        <span key={tag} className={css.pill}>
          <TagChip color={colorOf(tag)}>{tag}</TagChip>
          {may ? (
            <button
              type="button"
              className={css.off}
              aria-label={t('tags.remove', { tag })}
              onClick={() => onRemove(tag)}
            >
              <IconX size={12} aria-hidden />
            </button>
          ) : null}
        </span>
      ))}
      {may && tags.length < MAX_TAGS && !open ? button : null}
      {may && open ? (
        <Suspense fallback={button}>
          <NewTag collection={collection} tags={tags} onAdd={add} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  )
}
