import './hints.ts'
import type { Ref } from 'react'
import { label } from '#ui/i18n.ts'
import type { FieldModel, Json } from '#model/types.ts'

/**
 * Props of every input: the field, its value as in the API (`null` = empty), and its path in the
 * form.
 */
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

/** Props every Mantine input takes. */
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
