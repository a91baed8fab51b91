import type { FieldModel } from '#model/types.ts'
import { filters } from '../kinds/filters.ts'
import type { QuickProps } from '../kinds/types.ts'

/** The editor of one quick filter. */
export const QuickEditor = (props: Omit<QuickProps, 'input'> & { readonly field: FieldModel }) => {
  const { Quick, input } = filters[props.field.kind]
  return <Quick {...props} input={input} />
}
