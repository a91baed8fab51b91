import { isSealed } from '#schemas/define/sealed.ts'
import { shownPart } from '../secrets/vault.ts'

/**
 * A secret as responses show it: its last four characters if it is long enough. Null stays null.
 */
export const maskSecret = (value: string | null | undefined): { masked: string } | null => {
  if (value === null || value === undefined) return null
  const end = value.length >= 8 ? value.slice(-4) : ''
  const shown = isSealed(value) ? shownPart(value) : end
  return { masked: `•••• ${shown}`.trim() }
}

/** The same in SQL, for a column of sealed values; an unsealed value shows nothing. */
export const maskSql = (at: string): string =>
  `case when ${at} is null then null else json_build_object('masked', rtrim('•••• ' || coalesce(substring(${at} from '^sealed:(?:[^:]*:){4}(.*)$'), ''))) end`
