import { singular } from '#schemas/define/words.ts'
import type { FieldModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'

/** At the start of a sentence. */
const startOf = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** What the rows of a field are called: `line 2`, and the same at the start of a sentence. */
export const useNames = (field: FieldModel) => {
  const { t } = useTranslation()
  const one = inSentence(singular(field.label))
  const title = (i: number) => t('form.rowOf', { what: one, n: i + 1 })
  return { one, title, heading: (i: number) => startOf(title(i)) }
}
