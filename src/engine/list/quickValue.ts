/** A quick filter as text. Pure. */
import { isPeriod } from '#model/periods.ts'
import { isRef } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { traits } from '#schemas/define/kinds.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { label, t } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { lists } from '../kinds/lists.ts'
import { spanOf, type AnyFilterValue } from '../listSearch.ts'
import { takesMe } from './me.ts'
import { periodInWords } from './periods.ts'
import { tagFilterOf } from './tagValue.ts'

const readEnd = (field: FieldModel, text: string, locale: string, zone: string): string => {
  const { storage } = traits(field.kind)
  if (storage === 'money') {
    const [amount, currency = ''] = text.split(' ')
    return formatOf(field, locale, zone)({ amount: Number(amount), currency })
  }
  if (storage === 'timestamptz') {
    return formatOf({ ...field, kind: 'day' }, locale, zone)(text.slice(0, 10))
  }
  return (lists[field.kind].bound ?? formatOf(field, locale, zone))(text)
}

const tagsInWords = (value: AnyFilterValue): string => {
  const { mode, tags } = tagFilterOf(value)
  if (mode === 'empty') return t('tags.mode.empty')
  const list = tags.length > 2 ? t('list.chosen', { count: tags.length }) : tags.join(', ')
  return mode === 'any' ? list : `${t(`tags.mode.${mode}`)}: ${list}`
}

/** `Draft, Published`, `3–5`, `from May 1`; `titles` names referenced records. */
export const inWords = (
  field: FieldModel,
  value: AnyFilterValue,
  locale: string,
  zone: string,
  titles: ReadonlyMap<string, string>,
): string => {
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  if (field.tagsOf !== undefined) return tagsInWords(value)
  if (isPeriod(value)) return periodInWords(value)
  const span = spanOf(value)
  if (span) {
    const [from, to] = [span.from, span.to].map(
      (end) => end && readEnd(field, end, locale, zone),
    ) as [string, string]
    if (from && to) return from === to ? from : `${from} – ${to}`
    return from ? t('list.atLeast', { value: from }) : t('list.atMost', { value: to })
  }
  const values = (Array.isArray(value) ? value : [value]) as (string | number)[]
  const one = (v: string | number): string => {
    if (v === ME && takesMe(field)) return t('list.me')
    if (isRef(field)) return titles.get(String(v)) ?? '…'
    const option = field.options?.find((o) => o.value === v)
    if (option) return label(option.label)
    const { storage, operators } = traits(field.kind)
    if (storage === 'money' || storage === 'timestamptz' || lists[field.kind].bound) {
      return readEnd(field, String(v), locale, zone)
    }
    return Array.isArray(value) || operators.includes('has')
      ? String(v)
      : formatOf(field, locale, zone)(v)
  }
  return values.length > 2 ? t('list.chosen', { count: values.length }) : values.map(one).join(', ')
}
