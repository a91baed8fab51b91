import { TextInput } from '#ui/TextInput.tsx'
import { common, type InputProps } from '../../fields/inputs/types.ts'

/** What the keyboard of a phone offers. */
interface Keyboard {
  readonly type?: 'text' | 'email' | 'tel' | 'url'
  readonly inputMode?: 'url'
  readonly spellCheck?: false
}

/** One line of text. */
export const LineInput = ({
  type = 'text',
  inputMode,
  spellCheck,
  ...props
}: InputProps<string> & Keyboard) => (
  <TextInput
    {...common(props)}
    ref={props.inputRef as never}
    type={type}
    inputMode={inputMode}
    spellCheck={spellCheck}
    value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
    autoComplete="off"
  />
)
