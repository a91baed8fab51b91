import { Switch } from '@mantine/core'
import { common, type InputProps } from '../../fields/inputs/types.ts'

export const input = (props: InputProps<boolean>) => {
  const { required: _required, ...rest } = common(props)
  const described = [
    rest.description ? `${rest.id}-description` : '',
    rest.error ? `${rest.id}-error` : '',
  ]
    .filter(Boolean)
    .join(' ')
  // Mantine puts hint and error inside the label, where they would become part of the accessible
  // name.
  return (
    <Switch
      {...rest}
      aria-label={rest.label}
      {...(described ? { 'aria-describedby': described } : {})}
      ref={props.inputRef as never}
      checked={props.value ?? false}
      onChange={(e) => props.onChange(e.currentTarget.checked)}
    />
  )
}
