import type { Included, RecordData } from '#data/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Cell } from '../Cell.tsx'
import type { List } from '../useList.ts'

interface FactsProps {
  readonly list: Pick<List, 'zone'>
  readonly row: RecordData
  readonly included: Included
  /** The columns to show. */
  readonly facts: List['columns']
  readonly className: string | undefined
}

/** Labelled values of a record on a card. */
export const Facts = ({ list, row, included, facts, className }: FactsProps) => {
  const { i18n } = useTranslation()
  return (
    <dl className={className}>
      {facts.map((c) => (
        <div key={c.name}>
          <dt>{label(c.field.label)}</dt>
          <dd>
            <Cell
              column={c}
              value={row[c.name]}
              included={included}
              locale={i18n.language}
              zone={list.zone}
              pictures={[]}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
