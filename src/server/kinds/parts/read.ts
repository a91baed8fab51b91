/** Cells of an import, as kinds read them. */
import { latinNumber } from '#schemas/labels/digits.ts'
import type { Json } from '#model/types.ts'
import { excessOf } from '../../base/json.ts'
import type { ServerKind } from '../types.ts'
import { splitCell } from './cells.ts'
import { choiceValue } from './words.ts'

type Read = ServerKind['read']

/** Longest text that is read as a number. */
const MAX_NUMBER_LENGTH = 400
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

export const asText: Read = (_, text) => text
export const asTrimmed: Read = (_, text) => text.trim()
export const asNumber: Read = (_, text) => {
  const plain = text.length > MAX_NUMBER_LENGTH ? '' : latinNumber(text.trim())
  return NUMBER.test(plain) ? Number(plain) : text
}
/** `9:30`, `09:30:00` or `2:30 PM`. */
export const asTime: Read = (_, text) => {
  const [, hours = '', minutes, half] =
    /^(\d{1,2}):(\d{2})(?::00)?(?:\s*([ap])\.?m\.?)?$/i.exec(text.trim()) ?? []
  if (minutes === undefined || (half && (Number(hours) < 1 || Number(hours) > 12))) return text
  const later = half?.toLowerCase() === 'p' ? 12 : 0
  return `${String(half ? (Number(hours) % 12) + later : hours).padStart(2, '0')}:${minutes}`
}
/** A value or a label of the options, in any language. */
export const asOption: Read = ({ options }, text) =>
  options ? choiceValue(options, text) : text.trim()
/** Values joined by `;`. */
export const asList: Read = ({ options }, text) => {
  const list = splitCell(text) as Json
  return options && Array.isArray(list)
    ? list.map((one) => (typeof one === 'string' ? choiceValue(options, one) : one))
    : list
}
export const asJson: Read = (_, text) => {
  try {
    return excessOf(text) ? text : (JSON.parse(text) as Json)
  } catch {
    return text
  }
}
