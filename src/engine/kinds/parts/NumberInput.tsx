import { label } from '#ui/i18n.ts'
import { TextInput } from '#ui/TextInput.tsx'
import type { Json } from '#model/types.ts'
import { common, type InputProps } from '../../fields/inputs/types.ts'
import { useTyped } from '../../fields/inputs/useTyped.ts'
import { readNumber, showNumber } from './typedNumber.ts'
import { useMark } from './useMark.ts'

/** A number in units of `scale`, with the unit it is shown in. */
export const Numeric = ({
  scale = 1,
  unit,
  ...props
}: InputProps<Json> & { scale?: number; unit?: string | undefined }) => {
  const mark = useMark()
  const [text, type] = useTyped<Json>(
    props.value,
    (v) => showNumber(v, scale, mark),
    (s) => readNumber(s, scale),
  )
  return (
    <TextInput
      {...common(props)}
      ref={props.inputRef as never}
      inputMode={props.field.kind === 'number' || scale > 1 ? 'decimal' : 'numeric'}
      value={text}
      autoComplete="off"
      rightSection={unit ? <span aria-hidden>{label(unit)}</span> : undefined}
      rightSectionWidth={unit && unit.length > 1 ? 56 : undefined}
      onChange={(e) => props.onChange(type(e.currentTarget.value))}
      inputStyle={{ fontVariantNumeric: 'tabular-nums' }}
    />
  )
}

/** Whole and decimal numbers, with their unit. */
export const NumberInput = (props: InputProps) => <Numeric {...props} unit={props.field.unit} />
