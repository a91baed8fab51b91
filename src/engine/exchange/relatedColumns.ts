import { fold } from '#model/fold.ts'
import { fieldOf } from '#model/standard.ts'
import type { ColumnWords } from '#ui/columnWords.ts'
import type { EntryPlace } from './entries.ts'

/** What follows the name of a field: nothing, a part of a group, or the likes of `(ID)`. */
const ENDS = /^(?:$|[.:]| \()/

/**
 * Tells the columns of our own exports that hold fields of related records, such as `Customer:
 * Email` and `customer.email`. They are not read back: they would change other records.
 */
export const relatedColumnsIn = (
  { fields, targetOf }: Pick<EntryPlace, 'fields' | 'targetOf'>,
  words: ColumnWords,
): ((column: string) => boolean) => {
  const starts = fields.flatMap((ref) => {
    const target = ref.kind === 'ref' ? targetOf(ref.ref ?? '') : undefined
    if (!target) return []
    const names = [...target.fields.map((f) => f.name), 'createdAt', 'updatedAt']
    return names.flatMap((name) => {
      const field = fieldOf(target, name)
      const labels = field ? words(field.label) : []
      return [
        // `customer.title` is its title in an exact export.
        ...(name === 'title' ? [] : [`${ref.name}.${name}`]),
        ...words(ref.label).flatMap((one) => labels.map((other) => `${one}: ${other}`)),
      ].map(fold)
    })
  })
  return (column) => {
    const text = fold(column)
    return starts.some((start) => text.startsWith(start) && ENDS.test(text.slice(start.length)))
  }
}
