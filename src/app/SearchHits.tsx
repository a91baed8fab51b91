import type { SearchHit } from '#data/queries.ts'
import { modelOf } from '#engine/resource.ts'
import { label } from '#ui/i18n.ts'
import css from './search.module.css'

/** The options of the global search, grouped by entity; `at` is the index of the selected one. */
export const SearchHits = ({
  id,
  groups,
  at,
  choose,
}: {
  readonly id: string
  readonly groups: readonly (readonly [collection: string, hits: readonly SearchHit[]])[]
  readonly at: number
  readonly choose: (hit: SearchHit) => void
}) => {
  const hits = groups.flatMap(([, list]) => list)
  return groups.map(([collection, list]) => {
    const name = label(modelOf(collection)?.label.many ?? collection)
    return (
      <div key={collection} role="group" aria-label={name}>
        <div className={css.group} aria-hidden>
          {name}
        </div>
        {list.map((hit) => {
          const index = hits.indexOf(hit)
          return (
            <div
              key={hit.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={css.hit}
              onPointerDown={(e) => e.preventDefault()}
              onClick={() => choose(hit)}
            >
              <span>{hit.title}</span>
              {hit.subtitle ? <span className={css.subtitle}>{hit.subtitle}</span> : null}
            </div>
          )
        })}
      </div>
    )
  })
}
