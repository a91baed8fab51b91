import type { Money } from '#schemas/define/fields.ts'
import type { RecordData } from '#data/types.ts'
import type { ActionModel } from '#model/types.ts'
import { formatOf } from '#ui/format.ts'
import { label } from '#ui/i18n.ts'

/** Label of an action, with the amount that it asks for: `Refund €79.50`. */
export const actionLabel = (action: ActionModel, record: RecordData, language: string): string => {
  const amount =
    action.amount && action.while !== undefined ? (record[action.while] as Money | null) : null
  return amount ? `${label(action.label)} ${formatOf(language).money(amount)}` : label(action.label)
}
