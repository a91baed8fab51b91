/** The parts of a record's summary as plain text, for places where it is one line of a link. */
import type { SummaryPart } from '#schemas/define/detail.ts'
import { own } from '#schemas/define/own.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { t } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { daysFrom } from '../list/layouts/days.ts'
import { isEmpty } from './layout.ts'
import { rangeText, readable } from './parts.ts'
import { shareTexts, type TextOptions } from './shareTexts.ts'

const plainText = (
  resource: ResourceModel,
  record: RecordData,
  included: Included,
  name: string,
  { language, zone }: TextOptions,
): string => {
  const field = readable(resource, record, name)!
  const value = record[name]!
  if (field.kind !== 'ref') return formatOf(field, language, zone)(value)
  return own(own(included, field.ref!) ?? {}, String(value))?.title ?? ''
}

/** The texts of the parts that have a value the person may read; what is next is left out. */
export const partTexts = (
  resource: ResourceModel,
  record: RecordData,
  included: Included,
  parts: readonly SummaryPart[],
  options: TextOptions,
): string[] => {
  const has = (name: string) =>
    readable(resource, record, name) !== undefined && !isEmpty(record[name])
  const texts = parts.flatMap((part): string[] => {
    if (typeof part === 'string') {
      return has(part) ? [plainText(resource, record, included, part, options)] : []
    }
    if ('from' in part) {
      if (!has(part.from) || !has(part.to)) return []
      const kind = readable(resource, record, part.from)!.kind === 'day' ? 'day' : 'instant'
      const [from, to] = [String(record[part.from]), String(record[part.to])]
      const length = part.count ? daysFrom(from, to) + (part.count === 'days' ? 1 : 0) : 0
      return [
        rangeText(kind, from, to, options.language, options.zone),
        ...(length > 0
          ? [t(part.count === 'days' ? 'detail.days' : 'detail.nights', { count: length })]
          : []),
      ]
    }
    if ('next' in part) return []
    return has(part.of) ? [...shareTexts(resource, record, part, options)] : []
  })
  return texts.filter(Boolean)
}
