import '../fields/inputs/lists.css'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { TagsInput as Input } from '@mantine/core'
import { IconButton } from '#ui/Button.tsx'
import { MAX_TAG_LENGTH, MAX_TAGS, tagForm } from '#schemas/define/tagForm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { TagChip } from '#ui/TagChip.tsx'
import { common, type InputProps } from '../fields/inputs/types.ts'
import { useListOpening } from '../fields/inputs/useListOpening.ts'
import { TagOption } from './TagOption.tsx'
import { useTagColor } from './TagList.tsx'
import { useSuggestions } from './useSuggestions.ts'
import css from './tags.module.css'

const tidy = (list: readonly string[]): string[] =>
  [...new Set(list.map((tag) => tagForm(tag).slice(0, MAX_TAG_LENGTH).trim()))].filter(Boolean)

/** Tags of a collection: typed ones are suggested, most used first, and new ones can be added. */
export const TagsInput = (props: InputProps<readonly string[]>) => {
  const { t } = useTranslation()
  const collection = props.field.tagsOf ?? ''
  const [text, setText] = useState('')
  const { opening } = useListOpening()
  const value = [...(props.value ?? [])]
  const colorOf = useTagColor(collection)
  const { found, fresh } = useSuggestions(collection, text, value)
  return (
    <Input
      {...common(props)}
      {...opening}
      ref={props.inputRef as never}
      value={value}
      searchValue={text}
      onSearchChange={(typed) => setText(typed.slice(0, MAX_TAG_LENGTH))}
      onChange={(next) => props.onChange(tidy(next))}
      data={[...found.map(({ tag }) => tag), ...(fresh === undefined ? [] : [fresh])]}
      filter={({ options }) => options}
      isDuplicate={(tag, tags) => tags.includes(tagForm(tag))}
      splitChars={[',', ';']}
      maxTags={MAX_TAGS}
      renderOption={({ option: { value: tag } }) => (
        <TagOption
          tag={tag}
          color={colorOf(tag)}
          count={found.find((one) => one.tag === tag)?.count}
        />
      )}
      renderPill={({ option: { value: tag }, onRemove, disabled }) => (
        <span className={css.pill}>
          <TagChip color={colorOf(String(tag))}>{String(tag)}</TagChip>
          {disabled ? null : (
            <IconButton
              size={20}
              tabIndex={-1}
              aria-label={t('tags.remove', { tag: String(tag) })}
              onMouseDown={(e) => e.preventDefault()}
              onClick={onRemove}
            >
              <IconX size={12} aria-hidden />
            </IconButton>
          )}
        </span>
      )}
    />
  )
}
