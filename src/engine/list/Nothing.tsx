import { inSentence, useTranslation } from '#ui/i18n.ts'
import { EmptyState } from '#ui/states.tsx'
import { ResourceLink } from '../links.tsx'
import { nothingNarrowed } from './queryOf.ts'
import type { List } from './useList.ts'
import { barButton } from './barButton.ts'

/** Message of an empty list, with a button to clear the filters or create the first record. */
export const Nothing = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, rights } = list
  const one = inSentence(resource.label.one)
  const many = inSentence(resource.label.many)
  const clear = (
    <button
      type="button"
      className={barButton}
      onClick={() => list.setSearch(nothingNarrowed(resource))}
    >
      {t('list.clearFilters')}
    </button>
  )
  if (list.narrowed) {
    return (
      <EmptyState
        title={t('list.noMatchTitle', { many })}
        text={t('list.noMatchText')}
        actions={clear}
      />
    )
  }
  if (list.trashed) {
    return <EmptyState title={t('list.emptyTrash')} text={t('list.emptyTrashText', { many })} />
  }
  return (
    <EmptyState
      title={t('list.emptyTitle', { many })}
      text={
        !rights.create
          ? t('list.emptyPlain')
          : t(rights.import ? 'list.emptyAdd' : 'list.emptyAddOnly', { one })
      }
      actions={
        rights.create ? (
          <ResourceLink resource={resource} target={{ page: 'create' }} className={barButton}>
            {t('list.add', { one })}
          </ResourceLink>
        ) : null
      }
    />
  )
}
