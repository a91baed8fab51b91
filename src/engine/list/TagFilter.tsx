import { useState } from 'react'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { TagChip } from '#ui/TagChip.tsx'
import { useFormat } from '#ui/useFormat.ts'
import type { AnyFilterValue } from '../listSearch.ts'
import { useTagColor } from '../tags/TagList.tsx'
import { useSuggestions } from '../tags/useSuggestions.ts'
import { tagFilterOf, tagFilterValue, tagModes, type TagMode } from './tagValue.ts'
import css from './panel.module.css'

interface TagFilterProps {
  readonly field: FieldModel
  readonly value: AnyFilterValue | undefined
  readonly onChange: (value: AnyFilterValue | undefined) => void
}

/** Filter by tags: any, all or none of those chosen, or records without a tag. */
export const TagFilter = ({ field, value, onChange }: TagFilterProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const collection = field.tagsOf ?? ''
  const given = tagFilterOf(value)
  const { tags } = given
  const [mode, setMode] = useState<TagMode>(given.mode)
  const [text, setText] = useState('')
  const [atOpen] = useState(tags)
  const colorOf = useTagColor(collection)
  const { found } = useSuggestions(collection, text, [])
  const counts = new Map(found.map(({ tag, count }) => [tag, count]))
  const offered = [...new Set([...(text ? [] : atOpen), ...counts.keys()])]
  const set = (next: readonly string[], as: TagMode) => onChange(tagFilterValue(as, next))
  return (
    <>
      <Select
        aria-label={t('list.match')}
        value={mode}
        onChange={(e) => {
          const next = tagModes.find((each) => each === e.currentTarget.value) ?? 'any'
          setMode(next)
          set(tags, next)
        }}
        data={tagModes.map((each) => ({ value: each, label: t(`tags.mode.${each}`) }))}
      />
      {mode === 'empty' ? null : (
        <>
          <input
            type="search"
            className={css.input}
            value={text}
            maxLength={40}
            placeholder={t('list.find')}
            aria-label={t('list.find')}
            onChange={(e) => setText(e.currentTarget.value)}
            data-autofocus=""
          />
          {offered.length ? (
            <div className={css.choices}>
              {offered.map((tag) => (
                <label key={tag} className={css.choice}>
                  <input
                    type="checkbox"
                    checked={tags.includes(tag)}
                    onChange={(e) =>
                      set(
                        e.currentTarget.checked ? [...tags, tag] : tags.filter((x) => x !== tag),
                        mode,
                      )
                    }
                  />
                  <TagChip color={colorOf(tag)}>{tag}</TagChip>
                  {counts.has(tag) ? (
                    <small className={css.tally}>{format.number(counts.get(tag) ?? 0)}</small>
                  ) : null}
                </label>
              ))}
            </div>
          ) : (
            <p className={css.note}>{t('list.nothingFound')}</p>
          )}
        </>
      )}
    </>
  )
}
