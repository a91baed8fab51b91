import { useCan } from '#data/me.ts'
import { useModel } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Tile } from './Tile.tsx'
import css from './dashboard.module.css'

/** `/dashboard`: what there is, by state; a tile whose rows the person may not list is absent. */
export const Dashboard = () => {
  const { t } = useTranslation()
  const can = useCan()
  const listed = useModel().resources.filter((r) => r.path && can(`${r.entity}.list`))
  return (
    <>
      <PageHeader title={t('screens.dashboard')} subtitle={t('screens.dashboardText')} />
      {listed.length ? <ul className={css.grid}>{listed.map((resource) => <Tile key={resource.collection} resource={resource} />)}</ul>
        : <EmptyState title={t('screens.dashboardEmpty')} text={t('screens.dashboardEmptyText')} />}
    </>
  )
}
