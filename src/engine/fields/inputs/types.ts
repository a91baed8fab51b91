import type { Ref } from 'react'
import { label } from '#ui/i18n.ts'
import type { FieldModel, Json } from '#model/types.ts'

/** What every input gets: the field, its value as the API carries it (`null` = empty), and its place in the form. */
export interface InputProps<V extends Json = Json> {
  readonly field: FieldModel
  /** Dotted path in the form: `roomTypes.0.code`. */
  readonly name: string
  readonly value: V | null
  readonly onChange: (value: Json) => void
  readonly onBlur: () => void
  readonly error?: string | undefined
  readonly disabled?: boolean
  readonly inputRef: Ref<HTMLElement>
}

/** Props every Mantine input takes the same way. */
export const common = ({
  field,
  name,
  error,
  disabled,
  onBlur,
}: InputProps<never> | InputProps) => ({
  id: `field-${name}`,
  name,
  label: label(field.label),
  description: field.hint && label(field.hint),
  required: field.required,
  error: error ?? false,
  disabled: disabled ?? false,
  onBlur,
})

/** Ids of what stands around an input whose label is no label element: without them the wrapper would take the input's own id. */
export const around = (id: string) =>
  ({
    labelElement: 'div',
    labelProps: { id: `${id}-label` },
    descriptionProps: { id: `${id}-description` },
    errorProps: { id: `${id}-error` },
  }) as const

/** When a picker's list opens: on a click, an arrow or typing. Not on focus alone, which also comes from a refused submit and from the tab key. */
export const listOpening = { openOnFocus: false } as const
