import { TextInput } from '@mantine/core'
import type { Json } from '#model/types.ts'
import { common, type InputProps } from '../../fields/inputs/types.ts'
import { useTyped } from '../../fields/inputs/useTyped.ts'

/**
 * `1,5` and `1.5` are equal; text that is not a number stays text, so that validation can report
 * it.
 */
export const readNumber = (text: string, scale: number): Json => {
  const plain = text
    .trim()
    .replace(/[\s\u00a0]/g, '')
    .replace(',', '.')
  if (plain === '') return null
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)
    ? Number((Number(plain) * scale).toFixed(6))
    : text
}
/** The number as typed; `digits` after the decimal point, else as many as it has. */
export const showNumber = (value: Json, scale: number, digits?: number): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  return digits === undefined ? String(value / scale) : (value / scale).toFixed(digits)
}

/** A number in units of `scale`, with the unit it is shown in. */
export const Numeric = ({
  scale = 1,
  unit,
  ...props
}: InputProps<Json> & { scale?: number; unit?: string | undefined }) => {
  const [text, type] = useTyped<Json>(
    props.value,
    (v) => showNumber(v, scale),
    (s) => readNumber(s, scale),
  )
  return (
    <TextInput
      {...common(props)}
      ref={props.inputRef as never}
      inputMode={props.field.kind === 'number' || scale > 1 ? 'decimal' : 'numeric'}
      value={text}
      autoComplete="off"
      rightSection={unit ? <span aria-hidden>{unit}</span> : undefined}
      rightSectionWidth={unit && unit.length > 1 ? 56 : undefined}
      onChange={(e) => props.onChange(type(e.currentTarget.value))}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}

/** Whole and decimal numbers, with their unit. */
export const NumberInput = (props: InputProps) => <Numeric {...props} unit={props.field.unit} />
