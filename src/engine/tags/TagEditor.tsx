import { Suspense, useState } from 'react'
import { IconPlus, IconX } from '@tabler/icons-react'
import { MAX_TAGS } from '#schemas/define/tagForm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { TagChip } from '#ui/TagChip.tsx'
import { typedAhead } from '#ui/typedAhead.ts'
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
  // While the input is open: what was typed before it was there.
  const [typed, setTyped] = useState<() => string>()
  const add = (tag: string) => {
    if (tag && !tags.includes(tag)) onAdd(tag)
  }
  const button = (
    <button
      type="button"
      className={css.add}
      onPointerEnter={NewTag.preload}
      onFocus={NewTag.preload}
      onClick={() => {
        const start = typedAhead()
        setTyped(() => start)
      }}
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
      {may && tags.length < MAX_TAGS && !typed ? button : null}
      {may && typed ? (
        <Suspense fallback={button}>
          <NewTag
            collection={collection}
            tags={tags}
            onAdd={add}
            typed={typed}
            onClose={() => setTyped(undefined)}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
