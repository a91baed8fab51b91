import { TextInput } from '#ui/TextInput.tsx'
import { useTyped } from '../../fields/inputs/useTyped.ts'
import { serverMessage } from '../../serverMessage.ts'
import { readNumber, showNumber } from './typedNumber.ts'
import { useMark } from './useMark.ts'

/** A number, or nothing; NaN while what is typed is not a number. */
export type Typed = number | ''

interface NumberBoxProps {
  readonly label: string
  readonly 'aria-label'?: string
  readonly description?: string
  readonly value: Typed
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly error?: string | undefined
  readonly onChange: (value: Typed) => void
}

const read = (text: string): Typed => {
  const number = readNumber(text, 1)
  if (number === null) return ''
  return typeof number === 'number' ? number : Number.NaN
}

/** A number that is not a field of a record, typed as people write it in any language. */
export const NumberBox = ({ value, error, onChange, ...props }: NumberBoxProps) => {
  const mark = useMark()
  const [text, type] = useTyped<Typed>(value, (v) => showNumber(v, 1, mark), read)
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={Number.isNaN(value) ? serverMessage('Enter a number') : error}
      onChange={(e) => onChange(type(e.currentTarget.value))}
    />
  )
}
