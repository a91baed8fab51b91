import { Switch } from '#ui/Switch.tsx'
import { common, type InputProps } from '../../fields/inputs/types.ts'

export const input = (props: InputProps<boolean>) => {
  const { required: _required, ...rest } = common(props)
  return (
    <Switch
      {...rest}
      ref={props.inputRef as never}
      checked={props.value ?? false}
      onChange={(e) => props.onChange(e.currentTarget.checked)}
    />
  )
}
