import { useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { colorTag, tagsKey, type Tag } from '#data/tags.ts'
import type { ResourceModel } from '#model/types.ts'
import { TAG_COLORS, type TagColor } from '#schemas/define/tagForm.ts'
import { words } from '#schemas/define/words.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Menu } from '#ui/Menu.tsx'
import { Select } from '#ui/Select.tsx'
import { TagChip } from '#ui/TagChip.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { ResourceLink } from '../links.tsx'
import { TagChange, type Change } from './TagChange.tsx'
import css from './manage.module.css'

interface ColorProps {
  readonly tag: Tag
  readonly onChoose: (color: TagColor | null) => void
}

const ColorSelect = ({ tag, onChoose }: ColorProps) => {
  const { t } = useTranslation()
  return (
    <Select
      small
      aria-label={`${t('tags.color')}: ${tag.tag}`}
      value={tag.chosen ? tag.color : ''}
      onChange={(e) =>
        onChoose(TAG_COLORS.find((color) => color === e.currentTarget.value) ?? null)
      }
      data={TAG_COLORS.map((color) => ({ value: color, label: label(words(color)) }))}
    >
      <option value="">{t('tags.usual')}</option>
    </Select>
  )
}

interface ChangesProps {
  readonly tag: Tag
  readonly mayMerge: boolean
  readonly onChange: (change: Change) => void
}

const ChangesMenu = ({ tag, mayMerge, onChange }: ChangesProps) => {
  const { t } = useTranslation()
  const name = t('list.actionsFor', { title: tag.tag })
  const entry = (kind: Change['kind'], text: string) => ({
    key: kind,
    label: text,
    onSelect: () => onChange({ kind, tag }),
  })
  const items = () => [
    entry('rename', t('tags.rename')),
    ...(mayMerge ? [entry('merge', t('tags.merge'))] : []),
    { ...entry('delete', t('tags.delete')), danger: true },
  ]
  return (
    <Menu label={name} items={items}>
      {(trigger) => (
        <button type="button" {...trigger} className={css.dots} aria-label={name}>
          <IconDots size={16} aria-hidden />
        </button>
      )}
    </Menu>
  )
}

interface ManageProps {
  readonly resource: ResourceModel
  readonly tags: readonly Tag[]
  /** Every tag, to merge into. */
  readonly all: readonly Tag[]
  readonly may: boolean
}

/** The tags of an entity and their use; with permission, to rename, merge and delete. */
export const ManageTags = ({ resource, tags, all, may }: ManageProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const [change, setChange] = useState<Change>()
  const paint = async (tag: string, color: TagColor | null): Promise<void> => {
    try {
      await colorTag(resource.collection, tag, color)
    } catch (error) {
      toast.error({ message: isProblem(error) ? error.detail : t('common.somethingWrong') })
    }
    await client.invalidateQueries({ queryKey: tagsKey(resource.collection) })
  }
  return (
    <>
      <table className={css.table} aria-label={t('tags.title')}>
        <thead>
          <tr>
            <th scope="col">{label('Tag')}</th>
            <th scope="col">{t('tags.color')}</th>
            <th scope="col" className={css.end}>
              {label(resource.label.many)}
            </th>
            {may ? (
              <th scope="col">
                <span className="visually-hidden">{t('common.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) => (
            <tr key={tag.tag}>
              <th scope="row">
                <TagChip color={tag.color}>{tag.tag}</TagChip>
              </th>
              <td>
                {may ? (
                  <ColorSelect tag={tag} onChoose={(color) => void paint(tag.tag, color)} />
                ) : (
                  label(words(tag.color))
                )}
              </td>
              <td className={css.end}>
                <ResourceLink
                  resource={resource}
                  target={{ page: 'list', search: { [resource.taggable ?? '']: tag.tag } }}
                  aria-label={`${tag.tag}: ${format.number(tag.count)}`}
                >
                  {format.number(tag.count)}
                </ResourceLink>
              </td>
              {may ? (
                <td className={css.end}>
                  <ChangesMenu tag={tag} mayMerge={all.length > 1} onChange={setChange} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {change ? (
        <TagChange
          key={`${change.kind} ${change.tag.tag}`}
          resource={resource}
          change={change}
          all={all}
          onClose={() => setChange(undefined)}
        />
      ) : null}
    </>
  )
}
