import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import { parseSearch } from '#model/searchText.ts'
import type { ResourceModel } from '#model/types.ts'
import type { SavedView } from '#model/views.ts'
import { possibleColumns, requestedFields, shownColumns } from '#engine/list/columns.ts'
import { queryOf } from '#engine/list/queryOf.ts'
import { useQueueTime } from '#engine/list/useQueueTime.ts'
import { readListSearch } from '#engine/listSearch.ts'
import { useTimeZone } from '#engine/person.ts'
import { modelOf, useModel } from '#engine/resource.ts'
import { useAllowed } from '#engine/useAllowed.ts'
import { useTranslation } from '#ui/i18n.ts'
import { KEY } from './data.ts'
import { cardId } from './Filled.tsx'
import { arranged, type Home } from './home.ts'
import { RecordsCard } from './RecordsCard.tsx'
import css from './waiting.module.css'

/** Records shown of a view, and columns below the title of each. */
const SHOWN = 3
const COLUMNS = 3

/** The first records of a view, and the columns they show. */
const useViewRows = (resource: ResourceModel, { state }: SavedView) => {
  const model = useModel()
  const zone = useTimeZone()
  const allowed = useAllowed()
  const now = useQueueTime(resource)
  const asked = useMemo(() => {
    const readable = (field: string) => allowed(resource, field)
    const columns = shownColumns(resource, possibleColumns(resource, readable), state.columns)
    const search = { ...readListSearch(resource, parseSearch(state.search)), page: 1 }
    const fields = requestedFields(resource, columns, readable)
    const query = queryOf({ resource, model, search, zone, allowed, now }, fields)
    return { columns, query: { ...query, limit: SHOWN } }
  }, [resource, model, zone, allowed, now, state])
  const { queryKey, ...list } = listQuery(resource, asked.query)
  // Refetched with everything else on the page.
  const { data } = useQuery({ ...list, queryKey: [KEY, ...queryKey] })
  return { columns: asked.columns, data }
}

const ViewCard = ({
  resource,
  view,
}: {
  readonly resource: ResourceModel
  readonly view: SavedView
}) => {
  const { columns, data } = useViewRows(resource, view)
  const show = columns.filter((name) => name !== resource.title).slice(0, COLUMNS)
  return (
    <RecordsCard
      {...{ resource, show }}
      name={view.name}
      search={{ view: view.id }}
      due={null}
      title={null}
      total={data?.page.total}
      totalIsExact={data?.page.totalIsExact ?? true}
      rows={data?.data ?? []}
      included={data?.included ?? {}}
    />
  )
}

/** The saved views that the person chose for the dashboard, each with its first records. */
export const ViewCards = ({
  views,
  home,
}: {
  readonly views: readonly SavedView[]
  readonly home: Home
}) => {
  const { t } = useTranslation()
  const shown = arranged(views, ({ id }) => cardId.view(id), home)
  if (!shown.length) return null
  return (
    <section className={css.waiting} aria-label={t('dashboard.views')}>
      <h2 className={css.heading}>{t('dashboard.views')}</h2>
      <div className={css.cards} data-whole data-views>
        {shown.map((view) => {
          const resource = modelOf(view.collection)
          return resource ? <ViewCard key={view.id} resource={resource} view={view} /> : null
        })}
      </div>
    </section>
  )
}
