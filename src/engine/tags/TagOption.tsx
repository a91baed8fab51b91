import { useTranslation } from '#ui/i18n.ts'
import { TagChip } from '#ui/TagChip.tsx'
import { useFormat } from '#ui/useFormat.ts'
import css from './newTag.module.css'

/** A suggested tag with how often it is used; one without a count would be new. */
export const TagOption = ({
  tag,
  color,
  count,
}: {
  readonly tag: string
  readonly color: string
  readonly count: number | undefined
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className={css.option}>
      {count === undefined ? <span>{t('tags.create')}</span> : null}
      <TagChip color={color}>{tag}</TagChip>
      {count === undefined ? null : <span className={css.count}>{format.number(count)}</span>}
    </span>
  )
}
