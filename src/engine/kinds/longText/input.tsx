import { Textarea } from '#ui/Textarea.tsx'
import { common, type InputProps } from '../../fields/inputs/types.ts'

/** Multi-line text that grows with its content. */
export const input = (props: InputProps<string>) => (
  <Textarea
    {...common(props)}
    ref={props.inputRef as never}
    autosize
    minRows={3}
    maxRows={16}
    value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
  />
)
