import { Suspense, type ReactNode } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { SkeletonRows } from '#ui/states.tsx'
import { Cards, EmptyFields } from './Cards.tsx'
import type { Layout } from './layout.ts'
import { RecordFooter } from './RecordFooter.tsx'
import css from './reading.module.css'

const TakenCard = lazyPart(async () => (await import('./TakenCard.tsx')).TakenCard)

/** The facts of a record in cards, people and dates beside them, and the empty fields folded. */
export const RecordSections = ({
  layout,
  record,
  included,
  after,
  children,
}: {
  readonly layout: Layout
  readonly record: RecordData
  readonly included: Included
  /** Shown after a value, such as the button that changes it. */
  readonly after?: (field: FieldModel) => ReactNode
  /** Shown beside the facts, below the cards there, which get more room. */
  readonly children?: ReactNode
}) => {
  const common = { record, included, after, footers: layout.footers, taken: layout.taken }
  return (
    <div
      className={css.columns}
      data-alone={layout.aside.length || children ? undefined : true}
      data-wide={children ? true : undefined}
    >
      <div className={css.column}>
        <Cards cards={layout.facts} {...common} />
        <EmptyFields fields={layout.empty} after={after} />
        <RecordFooter record={record} />
      </div>
      <div className={css.column}>
        <Cards cards={layout.aside} {...common} beside />
        {[...layout.taken.values()].map((taken) => (
          <Suspense
            key={taken.field.name}
            fallback={
              <section className={css.card} aria-busy="true">
                <SkeletonRows columns={2} rows={2} />
              </section>
            }
          >
            <TakenCard taken={taken} record={record} />
          </Suspense>
        ))}
        {children}
      </div>
    </div>
  )
}
