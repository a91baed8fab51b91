import { DOTS } from '#model/masked.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { isSealed } from '#schemas/define/sealed.ts'
import { shownPart } from '../secrets/vault.ts'

/** Kinds that show their last characters, if long enough to spare them. */
const ENDS: readonly FieldModel['kind'][] = ['secret', 'text', 'phone']

/** The mask that shows nothing, as for earlier values. */
export const maskAll = (value: Json | undefined): { masked: string } | null =>
  value === null || value === undefined ? null : { masked: DOTS }

/**
 * The value of a masked field as responses show it: the last four characters of a text, phone
 * number or secret that is long enough, the domain of an e-mail address, otherwise dots. Null stays
 * null.
 */
export const maskOf = (field: FieldModel, value: Json | undefined): { masked: string } | null => {
  if (typeof value !== 'string') return maskAll(value)
  if (field.kind === 'email') return { masked: `${DOTS}@${value.split('@')[1] ?? ''}` }
  if (!ENDS.includes(field.kind)) return maskAll(value)
  const end = value.length >= 8 ? value.slice(-4).trim() : ''
  return { masked: `${DOTS} ${isSealed(value) ? shownPart(value) : end}`.trim() }
}

const shownSql = (field: FieldModel, at: string): string => {
  if (field.kind === 'secret') {
    return `rtrim('${DOTS} ' || coalesce(substring(${at} from '^sealed:(?:[^:]*:){4}(.*)$'), ''))`
  }
  if (field.kind === 'email') return `'${DOTS}@' || split_part(${at}, '@', 2)`
  return ENDS.includes(field.kind)
    ? `rtrim('${DOTS} ' || case when length(${at}) >= 8 then btrim(right(${at}, 4)) else '' end)`
    : `'${DOTS}'`
}

/** The same in SQL, for the stored value of a field; an unsealed secret shows nothing. */
export const maskSql = (field: FieldModel, at: string): string =>
  `case when ${at} is null then null else json_build_object('masked', ${shownSql(field, at)}) end`
