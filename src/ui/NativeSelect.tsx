import { InputBase } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

interface Option {
  readonly value: string
  readonly label: string
}

type NativeSelectProps = Omit<ComponentProps<typeof InputBase<'select'>>, 'data'> & {
  readonly data: readonly (string | Option)[]
}

/** The browser's own select. A text among `data` is value and label. */
export const NativeSelect = ({ data, ...props }: NativeSelectProps) => (
  <InputBase
    component="select"
    {...props}
    pointer
    rightSection={<IconSelector size={16} stroke={1.5} aria-hidden />}
  >
    {data.map((one) => {
      const { value, label } = typeof one === 'string' ? { value: one, label: one } : one
      return (
        <option key={value} value={value}>
          {label}
        </option>
      )
    })}
  </InputBase>
)
