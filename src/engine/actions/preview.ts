import { previewRecord } from '#data/writes.ts'
import type { RecordData } from '#data/types.ts'
import { words } from '#schemas/define/words.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { formatOf } from '#ui/format.ts'
import { currentLanguage, label, t } from '#ui/i18n.ts'
import { serverMessage } from '../serverMessage.ts'

/**
 * Preview of an action, computed by the server's rules: a text, or facts on one line. A failing
 * preview never blocks the action.
 */
export const previewText = async (
  resource: ResourceModel,
  record: RecordData,
  preview: string,
  input: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const facts = await previewRecord(resource, record.id, preview, input).catch(() => ({}))
  if (typeof facts === 'string') return serverMessage(facts)
  const format = formatOf(currentLanguage())
  const show = (value: Json): string => {
    if (value === null) return t('common.none')
    if (typeof value === 'object' && 'amount' in value && 'currency' in value) {
      return format.money(value as never)
    }
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
    return typeof value === 'number' ? format.number(value) : String(value)
  }
  return Object.entries(facts)
    .map(([name, value]) => `${label(words(name))}: ${show(value)}`)
    .join(' · ')
}
