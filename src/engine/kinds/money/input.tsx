import { use, useState } from 'react'
import { Select } from '#ui/Select.tsx'
import { describedBy, InputBox, inside, Labelled } from '#ui/TextInput.tsx'
import { minorDigits } from '#ui/minorDigits.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { Json } from '#model/types.ts'
import { common, type InputProps } from '../../fields/inputs/types.ts'
import { UsualCurrency } from '../../fields/inputs/usualCurrency.ts'
import { useTyped } from '../../fields/inputs/useTyped.ts'
import { useOrganisation } from '../../person.ts'
import { readNumber, showNumber } from '../parts/typedNumber.ts'
import { useMark } from '../parts/useMark.ts'
import { rescaled } from './rescaled.ts'
import classes from './money.module.css'

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
export const input = function MoneyInput(props: InputProps) {
  const { t } = useTranslation()
  const organisation = useOrganisation()
  const value = props.value as Money | null
  const usual = use(UsualCurrency) ?? organisation.currency
  // Without an amount the value holds no currency: what was chosen before, or had been.
  const [chosen, setChosen] = useState(value?.currency)
  const currency = value?.currency ?? props.field.currency ?? chosen ?? usual
  const mark = useMark()
  const scale = 10 ** minorDigits(currency)
  const [text, type] = useTyped<Json>(
    value?.amount ?? null,
    (v) => showNumber(v, scale, mark, minorDigits(currency)),
    (s) => readNumber(s, scale),
  )
  const set = (amount: Json, code: string) => {
    setChosen(code)
    props.onChange(amount === null ? null : { amount, currency: code })
  }
  const { label, description, required, error, ...input } = common(props)
  const texts = { label, description, error }
  return (
    <Labelled id={input.id} {...texts} required={required}>
      <div className={classes.money}>
        <InputBox error={error} disabled={input.disabled} above={Boolean(error || description)}>
          <input
            {...input}
            {...inside(error, input.disabled)}
            aria-describedby={describedBy(input.id, texts)}
            ref={props.inputRef as never}
            required={required}
            inputMode="decimal"
            value={text}
            autoComplete="off"
            onChange={(e) => set(type(e.currentTarget.value), currency)}
            style={{
              textAlign: 'var(--numbers, end)' as never,
              fontVariantNumeric: 'tabular-nums',
            }}
          />
        </InputBox>
        <Select
          aria-label={t('form.currencyOf', { label })}
          value={currency}
          disabled={Boolean(props.field.currency) || Boolean(props.disabled)}
          data={[...new Set([currency, ...CURRENCIES])]}
          onChange={(e) => {
            const code = e.currentTarget.value
            set(rescaled(value?.amount ?? null, currency, code), code)
          }}
        />
      </div>
    </Labelled>
  )
}
