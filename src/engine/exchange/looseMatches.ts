import { own } from '#schemas/define/own.ts'
import { fold } from '#model/fold.ts'
import type { FieldModel } from '#model/types.ts'

const wordsOf = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words for a kind, besides its field's name and label. */
const WORDS: Partial<Record<FieldModel['kind'], readonly string[]>> = {
  email: ['email', 'mail'],
  phone: ['phone', 'mobile', 'telephone', 'cell'],
}

/**
 * Fields with the column whose text says a little more than theirs, such as `Full name` or
 * `E-mail address`: only where one column and one field fit each other alone.
 */
export const looseMatches = (
  fields: readonly FieldModel[],
  columns: readonly string[],
): readonly (readonly [string, string])[] => {
  const fits = (field: FieldModel, column: string): boolean =>
    field.kind === 'text'
      ? wordsOf(column).endsWith(` ${wordsOf(field.label)}`)
      : (own(WORDS, field.kind) ?? []).some((word) =>
          wordsOf(column).replaceAll(' ', '').includes(word),
        )
  return fields.flatMap((field) => {
    const [column, ...more] = columns.filter((c) => fits(field, c))
    const alone = column !== undefined && fields.filter((f) => fits(f, column)).length === 1
    return alone && !more.length ? [[field.name, column] as const] : []
  })
}
