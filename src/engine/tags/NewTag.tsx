import '../fields/inputs/lists.css'
import { useState } from 'react'
import { Autocomplete } from '@mantine/core'
import { MAX_TAG_LENGTH, tagForm } from '#schemas/define/tagForm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { TagOption } from './TagOption.tsx'
import { useTagColor } from './TagList.tsx'
import { useSuggestions } from './useSuggestions.ts'
import css from './newTag.module.css'

interface NewTagProps {
  readonly collection: string
  /** Those that the record has. */
  readonly tags: readonly string[]
  /** Returns what was typed before the input was here. */
  readonly typed: () => string
  readonly onAdd: (tag: string) => void
  readonly onClose: () => void
}

/** The input that adds tags to a record, with suggestions while typing. */
export const NewTag = ({ collection, tags, typed, onAdd, onClose }: NewTagProps) => {
  const { t } = useTranslation()
  const colorOf = useTagColor(collection)
  const [text, setText] = useState(typed)
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
