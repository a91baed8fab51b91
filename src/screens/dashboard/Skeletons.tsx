import { useCan } from '#data/me.ts'
import { CardBones } from './Lists.tsx'
import { order } from './metricOrder.ts'
import { TileBones } from './Tile.tsx'
import css from './dashboard.module.css'

/** Skeletons of the expected size: as many tiles as the person may probably read. */
export const Skeletons = () => {
  const can = useCan()
  const tiles = order.filter(([, entity]) => can(`${entity}.list`))
  const charts = (['order', 'booking'] as const).filter((entity) => can(`${entity}.list`))
  return (
    <>
      <ul className={css.tiles}>
        {tiles.map(([name]) => (
          <TileBones key={name} />
        ))}
      </ul>
      <div className={css.cards}>
        {charts.map((entity) => (
          <CardBones key={entity} />
        ))}
      </div>
      <div className={css.cards}>
        {charts.length ? <CardBones /> : null}
        <CardBones />
      </div>
    </>
  )
}
