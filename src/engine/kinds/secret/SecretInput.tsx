import { TextInput } from '#ui/TextInput.tsx'
import { common, type InputProps } from '../../fields/inputs/types.ts'

/** A write-only text; a placeholder shows that a value is saved. */
export const SecretInput = (props: InputProps<string>) => (
  <TextInput
    {...common(props)}
    ref={props.inputRef as never}
    type="text"
    value={props.value ?? ''}
    placeholder="••••••••"
    autoComplete="off"
    spellCheck={false}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
  />
)
