import { Input, NativeSelect, TextInput } from '@mantine/core'
import { minorDigits } from '#ui/format.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { Json } from '#model/types.ts'
import { useOrganisation } from '../../person.ts'
import { common, type InputProps } from './types.ts'
import { useTyped } from './useTyped.ts'
import classes from './numbers.module.css'

/**
 * `1,5` and `1.5` are equal; text that is not a number stays text, so that validation can report
 * it.
 */
const readNumber = (text: string, scale: number): Json => {
  const plain = text
    .trim()
    .replace(/[\s\u00a0]/g, '')
    .replace(',', '.')
  if (plain === '') return null
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)
    ? Number((Number(plain) * scale).toFixed(6))
    : text
}
const showNumber = (value: Json, scale: number, digits?: number): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  return digits === undefined ? String(value / scale) : (value / scale).toFixed(digits)
}

const Numeric = ({
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
/** Basis points, typed and shown as percent: 12.5 is 1250. */
export const BpsInput = (props: InputProps) => <Numeric {...props} scale={100} unit="%" />

/** Whole stars as radio buttons: a click on the chosen one clears it. */
export const RatingInput = (props: InputProps<number>) => {
  const { t } = useTranslation()
  const max = props.field.max ?? 5
  return (
    <NativeSelect
      {...common(props)}
      ref={props.inputRef as never}
      value={props.value === null ? '' : String(props.value)}
      onChange={(e) =>
        props.onChange(e.currentTarget.value === '' ? null : Number(e.currentTarget.value))
      }
      data={[
        { value: '', label: '—' },
        ...Array.from({ length: max + 1 }, (_, n) => ({
          value: String(n),
          label: n === 0 ? t('form.noStars') : '★'.repeat(n),
        })),
      ]}
    />
  )
}

const CURRENCIES = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'BRL',
  'JPY',
  'AED',
  'SAR',
  'PLN',
  'SEK',
  'NOK',
  'DKK',
  'CZK',
  'CAD',
  'AUD',
]

/** An amount typed in major units, kept in minor units, with its currency. */
export const MoneyInput = (props: InputProps) => {
  const { t } = useTranslation()
  const organisation = useOrganisation()
  const value = props.value as Money | null
  const currency = value?.currency ?? props.field.currency ?? organisation.currency
  const scale = 10 ** minorDigits(currency)
  const [text, type] = useTyped<Json>(
    value?.amount ?? null,
    (v) => showNumber(v, scale, minorDigits(currency)),
    (s) => readNumber(s, scale),
  )
  const set = (amount: Json, code: string) =>
    props.onChange(amount === null ? null : { amount, currency: code })
  const { label, description, required, error, ...input } = common(props)
  return (
    <Input.Wrapper
      id={input.id}
      label={label}
      description={description}
      required={required}
      error={error}
    >
      <div className={classes.money}>
        <Input
          {...input}
          ref={props.inputRef as never}
          required={required}
          error={Boolean(error)}
          inputMode="decimal"
          value={text}
          autoComplete="off"
          onChange={(e) => set(type(e.currentTarget.value), currency)}
          styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
        />
        <NativeSelect
          aria-label={t('form.currencyOf', { label })}
          value={currency}
          disabled={Boolean(props.field.currency) || Boolean(props.disabled)}
          data={[...new Set([currency, ...CURRENCIES])]}
          onChange={(e) => set(value?.amount ?? 0, e.currentTarget.value)}
        />
      </div>
    </Input.Wrapper>
  )
}
