import type { SharePart } from '#schemas/define/detail.ts'
import type { RecordData } from '#data/types.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { inSentence } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { readable } from './parts.ts'

/** What a text depends on besides the record. */
export interface TextOptions {
  readonly language: string
  /** IANA zone of the person. */
  readonly zone: string
}

/** Both sides of a share: `€360.00` and `€0.00 paid`. The second is empty if it may not be read. */
export const shareTexts = (
  resource: ResourceModel,
  record: RecordData,
  part: SharePart,
  { language, zone }: TextOptions,
): readonly [of: string, done: string] => {
  const text = (name: string, value: Json | undefined) => {
    const field = readable(resource, record, name)
    return field && value !== undefined ? formatOf(field, language, zone)(value) : ''
  }
  const whole = record[part.of]!
  // Nothing done yet is an amount too, in the currency of the whole.
  const none =
    typeof whole === 'object' && whole !== null && 'currency' in whole
      ? { amount: 0, currency: whole.currency }
      : 0
  const done = text(part.done, record[part.done] ?? (none as Json))
  const name = inSentence(readable(resource, record, part.done)?.label ?? '')
  return [text(part.of, whole), done ? `${done} ${name}` : '']
}
