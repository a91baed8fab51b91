import '../fields/inputs/lists.css'
import { useState } from 'react'
import { Autocomplete } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { MAX_TAG_LENGTH, MAX_TAGS, tagForm } from '#schemas/define/tagForm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { TagChip } from '#ui/TagChip.tsx'
import { TagOption } from './TagOption.tsx'
import { useTagColor } from './TagList.tsx'
import { useSuggestions } from './useSuggestions.ts'
import css from './tags.module.css'

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
      {may && tags.length < MAX_TAGS && !open ? (
        <button type="button" className={css.add} onClick={() => setOpen(true)}>
          <IconPlus size={14} aria-hidden />
          {t('tags.add')}
        </button>
      ) : null}
      {may && open ? (
        <NewTag collection={collection} tags={tags} onAdd={add} onClose={() => setOpen(false)} />
      ) : null}
    </span>
  )
}

const NewTag = ({
  collection,
  tags,
  onAdd,
  onClose,
}: Pick<EditorProps, 'collection' | 'tags' | 'onAdd'> & { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const colorOf = useTagColor(collection)
  const [text, setText] = useState('')
  const { found, fresh } = useSuggestions(collection, text, tags)
  const submit = (tag: string) => {
    onAdd(tagForm(tag).slice(0, MAX_TAG_LENGTH).trim())
    setText('')
  }
  return (
    <Autocomplete
      className={css.input ?? ''}
      size="xs"
      aria-label={t('tags.add')}
      placeholder={t('tags.add')}
      maxLength={MAX_TAG_LENGTH}
      autoFocus
      value={text}
      onChange={setText}
      data={[...found.map(({ tag }) => tag), ...(fresh === undefined ? [] : [fresh])]}
      filter={({ options }) => options}
      selectFirstOptionOnChange
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      renderOption={({ option: { value: tag } }) => (
        <TagOption
          tag={tag}
          color={colorOf(tag)}
          count={found.find((one) => one.tag === tag)?.count}
        />
      )}
      onOptionSubmit={(tag) => {
        submit(tag)
        // The input writes the option into itself after this.
        queueMicrotask(() => setText(''))
      }}
      onBlur={onClose}
      onKeyDown={(e) => {
        if (e.nativeEvent.isComposing) return
        const listed = e.currentTarget.getAttribute('aria-activedescendant')
        if (e.key === 'Escape') onClose()
        else if (e.key === 'Enter' && !listed && text.trim()) {
          e.preventDefault()
          submit(text)
        }
      }}
    />
  )
}
