import { IconSelector } from '@tabler/icons-react'
import { InputBox, Labelled, useField, type FieldProps } from './TextInput.tsx'

interface Option {
  readonly value: string
  readonly label: string
}

type NativeSelectProps = FieldProps<'select'> & {
  readonly data: readonly (string | Option)[]
}

/** The browser's own select. A text among `data` is value and label. */
export const NativeSelect = ({ data, ...props }: NativeSelectProps) => {
  const { labelled, box, element } = useField<'select'>(props)
  return (
    <Labelled {...labelled}>
      <InputBox {...box} pointer rightSection={<IconSelector size={16} stroke={1.5} aria-hidden />}>
        <select {...(element as object)}>
          {data.map((one) => {
            const { value, label } = typeof one === 'string' ? { value: one, label: one } : one
            return (
              <option key={value} value={value}>
                {label}
              </option>
            )
          })}
        </select>
      </InputBox>
    </Labelled>
  )
}
