/** Several values in one cell. */
import { excessOf } from '../../base/json.ts'

const SEPARATOR = ';'
/** Maximum values in one cell. */
const MAX_VALUES = 10_000

/**
 * Encodes several values in one cell: joined by `;`, or as JSON when one of them contains a `;`.
 */
export const joinCell = (values: readonly string[]): string =>
  values.some((v) => v.includes(SEPARATOR) || v.startsWith('[') || v !== v.trim() || v === '')
    ? JSON.stringify(values)
    : values.join(SEPARATOR)

/** Reverses `joinCell`; a cell of too many values stays text, which fits no list. */
export const splitCell = (text: string): unknown => {
  if (text.trim() === '') return []
  if (text.startsWith('[') && !excessOf(text)) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  const parts = text.split(SEPARATOR, MAX_VALUES + 1)
  if (parts.length > MAX_VALUES) return text
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
