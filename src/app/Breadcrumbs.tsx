import { useQuery } from '@tanstack/react-query'
import { useMatches, useSearch } from '@tanstack/react-router'
import type { ResourceModel } from '#model/types.ts'
import { recordQuery } from '#data/queries.ts'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf, useRights } from '#engine/resource.ts'
import type { PageKind } from '#engine/routes.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import css from './shell.module.css'

interface Place {
  readonly resource: ResourceModel
  readonly page: PageKind
  readonly id: string | undefined
}

/** Title of a record if the page has already loaded it and the person may still read it. */
const useTitle = ({ resource, id }: Place): string => {
  const { data } = useQuery({ ...recordQuery(resource, id ?? ''), enabled: false })
  const { read, readField } = useRights(resource)
  const title = read && readField(resource.title) ? data?.data[resource.title] : undefined
  return typeof title === 'string' ? title : ''
}

const Trail = (place: Place) => {
  const { t } = useTranslation()
  const { resource, page, id } = place
  const title = useTitle(place)
  const many = label(resource.label.many)
  const group = label(resource.nav.group)
  const { asOf } = useSearch({ strict: false }) as { asOf?: string }
  let last = title
  if (page === 'create') last = t('common.add', { one: inSentence(resource.label.one) })
  if (page === 'import') last = t('common.import', { many: inSentence(resource.label.many) })
  if (page === 'list' && group === many) return null
  return (
    <nav aria-label={t('common.breadcrumbs')}>
      <ol className={css.crumbs}>
        {group === many ? null : (
          <li>
            <span className={css.crumbText}>{group}</span>
          </li>
        )}
        <li>
          {page === 'list' ? (
            <span aria-current="page" className={css.crumbText}>
              {many}
            </span>
          ) : (
            <ResourceLink resource={resource} target={{ page: 'list', search: { asOf } }}>
              {many}
            </ResourceLink>
          )}
        </li>
        {page === 'edit' && id && title ? (
          <li>
            <ResourceLink
              className={css.crumbText}
              resource={resource}
              target={{ page: 'detail', id }}
            >
              {title}
            </ResourceLink>
          </li>
        ) : null}
        {page !== 'list' && page !== 'edit' && last ? (
          <li>
            <span aria-current="page" className={css.crumbText}>
              {last}
            </span>
          </li>
        ) : null}
        {page === 'edit' ? (
          <li>
            <span aria-current="page">{t('common.edit', { title: '' }).trim()}</span>
          </li>
        ) : null}
      </ol>
    </nav>
  )
}

/** The current location: group, list, record. */
export const Breadcrumbs = () => {
  const leaf = useMatches({
    select: (matches) => {
      const m = matches.at(-1)
      return {
        collection: m?.staticData.resource,
        page: m?.staticData.page,
        id: (m?.params as { id?: string } | undefined)?.id,
      }
    },
    structuralSharing: true,
  })
  const resource = leaf.collection ? modelOf(leaf.collection) : undefined
  // A bespoke screen is at the top level: only its own title would be left to say.
  return resource && leaf.page ? <Trail resource={resource} page={leaf.page} id={leaf.id} /> : null
}
