import { inSentence, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceLink } from '../links.tsx'
import { nothingNarrowed } from './queryOf.ts'
import type { List } from './useList.ts'
import { barButton } from './barButton.ts'

/**
 * Message of an empty list below the entity's icon, with a button to clear the filters or create the
 * first record.
 */
export const Nothing = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, rights } = list
  const one = inSentence(resource.label.one)
  const many = inSentence(resource.label.many)
  const Icon = iconOf(resource.nav.icon)
  const icon = <Icon size={32} stroke={1.25} />
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
        icon={icon}
        title={t('list.noMatchTitle', { many })}
        text={t('list.noMatchText')}
        actions={clear}
      />
    )
  }
  if (list.trashed) {
    return (
      <EmptyState
        icon={icon}
        title={t('list.emptyTrash')}
        text={t('list.emptyTrashText', { many })}
      />
    )
  }
  return (
    <EmptyState
      icon={icon}
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
