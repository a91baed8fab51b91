/** A filter group as text. Pure. */
import type { Filter } from '#model/query.ts'
import { resolvePath } from '#model/filterUrl.ts'
import { isPeriod } from '#model/periods.ts'
import { isRef } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { label, t } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { allResources } from '../resource.ts'
import { takesMe } from './me.ts'
import { periodInWords } from './periods.ts'
import { operatorLabel } from './operators.ts'

/** Ids of the records that a group names, by collection. */
export const idsInGroup = (
  resource: ResourceModel,
  filter: Filter,
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  const visit = (f: Filter): void => {
    if ('not' in f) return visit(f.not)
    if (!('path' in f)) return ('and' in f ? f.and : f.or).forEach(visit)
    const field = resolvePath(resource, { resources: allResources() }, f.path)?.at(-1)?.field
    if (!field?.ref || f.op === 'isNull') return undefined
    const ids = ([f.value].flat() as Json[]).map(String).filter((id) => id !== ME)
    found.set(field.ref, [...(found.get(field.ref) ?? []), ...ids])
  }
  visit(filter)
  return found
}

/** `Stars at least 4 and Vendor → Country is Portugal`. */
export const groupInWords = (
  resource: ResourceModel,
  filter: Filter,
  locale: string,
  zone: string,
  titles: ReadonlyMap<string, string> = new Map(),
): string => {
  const words = (f: Filter, inner: boolean): string => {
    if ('not' in f) return t('list.not', { text: words(f.not, false) })
    if (!('path' in f)) {
      const list = 'and' in f ? f.and : f.or
      const text = list
        .map((x) => words(x, true))
        .join(` ${t('and' in f ? 'list.and' : 'list.or')} `)
      return inner && list.length > 1 ? `(${text})` : text
    }
    const steps = resolvePath(resource, { resources: allResources() }, f.path)
    const field = steps?.at(-1)?.field
    if (!steps || !field) return f.path.join('.')
    const name = steps.map((s) => label(s.field.label)).join(' → ')
    if (f.op === 'isNull') {
      return f.value === false
        ? t('list.not', { text: `${name} ${operatorLabel(field.kind, f.op)}` })
        : `${name} ${operatorLabel(field.kind, f.op)}`
    }
    if (isPeriod(f.value)) return `${name}: ${periodInWords(f.value)}`
    const one = (v: Json) => {
      if (v === ME && takesMe(field)) return t('list.me')
      if (isRef(field)) return titles.get(String(v)) ?? '…'
      if (f.currency) {
        return formatOf(field, locale, zone)({ amount: Number(v), currency: f.currency })
      }
      if (field.kind === 'boolean') return t(v ? 'common.yes' : 'common.no')
      if (field.kind === 'enums' || field.kind === 'tags') {
        return label(String(field.options?.find((o) => o.value === v)?.label ?? v))
      }
      return formatOf(field, locale, zone)(v)
    }
    return `${name} ${operatorLabel(field.kind, f.op)} ${([f.value].flat() as Json[]).map(one).join(', ')}`
  }
  return words(filter, false)
}
