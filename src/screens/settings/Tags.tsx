import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { useQuery } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import { allTagsQuery } from '#data/tags.ts'
import { ManageTags } from '#engine/tags/ManageTags.tsx'
import { MANAGE_TAGS } from '#schemas/define/tagName.ts'
import { tagForm } from '#schemas/define/tagForm.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useTaggedResources } from './useSettingsTabs.ts'
import css from './settings.module.css'

/** The tags of each entity whose tags the person may manage. */
export const Tags = () => {
  const { t } = useTranslation()
  const can = useHolds()
  const resources = useTaggedResources()
  const [collection, setCollection] = useState(resources[0]?.collection ?? '')
  const [text, setText] = useState('')
  const resource = resources.find((r) => r.collection === collection)
  const { data, error, refetch } = useQuery({
    ...allTagsQuery(collection),
    enabled: resource !== undefined,
  })
  const content = () => {
    if (!resource) return <EmptyState title={t('list.nothingFound')} />
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <SkeletonRows rows={6} columns={3} />
    const shown = data.data.filter(({ tag }) => tag.includes(tagForm(text)))
    if (!shown.length) return <EmptyState title={t('list.nothingFound')} />
    return (
      <ManageTags
        resource={resource}
        tags={shown}
        all={data.data}
        may={can(`${resource.entity}.${MANAGE_TAGS}`)}
      />
    )
  }
  return (
    <section className={css.card} aria-label={t('tags.title')}>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{t('tags.title')}</h2>
        <p className={css.cardText}>{t('tags.text')}</p>
      </div>
      {resource ? (
        <div className={css.tagTools}>
          <SelectField
            label={t('tags.of')}
            value={collection}
            data={resources.map((r) => ({ value: r.collection, label: label(r.label.many) }))}
            onChange={(e) => setCollection(e.currentTarget.value)}
          />
          <TextInput
            type="search"
            label={t('list.find')}
            value={text}
            maxLength={40}
            onChange={(e) => setText(e.currentTarget.value)}
          />
        </div>
      ) : null}
      {content()}
    </section>
  )
}
