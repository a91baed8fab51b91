/** Editors of quick filters, by kind. */
import { useState, type FormEvent, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import { isPeriod } from '#model/periods.ts'
import { traits } from '#schemas/define/kinds.ts'
import { boxes } from '../../fields/dates/boxes.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { Badge } from '#ui/Badge.tsx'
import { minorDigits } from '#ui/minorDigits.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { spanOf, type AnyFilterValue } from '../../listSearch.ts'
import { useOrganisation } from '../../person.ts'
import { idsAmong, takesMe } from '../../list/me.ts'
import { PeriodSelect } from '../../list/PeriodSelect.tsx'
import { useDebounced } from '../../list/useDebounced.ts'
import type { QuickProps } from '../types.ts'
import { serverMessage } from '../../serverMessage.ts'
import { readNumber, showNumber } from './typedNumber.ts'
import { useMark } from './useMark.ts'
import css from '../../list/panel.module.css'

interface Choice {
  readonly value: string
  readonly text: string
  readonly sub?: string | undefined
  readonly badge?: ReactNode
}

const listOf = (value: AnyFilterValue | undefined): string[] =>
  value === undefined ? [] : ([value].flat() as (string | number)[]).map(String)
const valueOf = (values: readonly string[]): AnyFilterValue | undefined =>
  values.length > 1 ? values : values[0]

const Choices = ({
  choices,
  value,
  onChange,
  empty,
}: {
  choices: readonly Choice[]
  value: AnyFilterValue | undefined
  onChange: QuickProps['onChange']
  empty: string
}) => {
  const chosen = listOf(value)
  if (!choices.length) return <p className={css.note}>{empty}</p>
  return (
    <div className={css.choices}>
      {choices.map((c) => (
        <label key={c.value} className={css.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(c.value)}
            onChange={(e) =>
              onChange(
                valueOf(
                  e.currentTarget.checked
                    ? [...chosen, c.value]
                    : chosen.filter((v) => v !== c.value),
                ),
              )
            }
          />
          {c.badge ?? (
            <span className={css.choiceText}>
              {c.text}
              {c.sub ? <small>{c.sub}</small> : null}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}

/** Checkboxes of records, found by what is typed. */
export const References = ({ field, value, onChange }: QuickProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const [atOpen] = useState(() => listOf(value))
  const collection = field.ref ?? ''
  const known = useQuery(optionsQuery(collection, { ids: idsAmong(atOpen) }))
  const found = useQuery({
    ...optionsQuery(collection, search ? { search } : {}),
    placeholderData: keepPreviousData,
  })
  const options = [...(search ? [] : (known.data ?? [])), ...(found.data ?? [])]
  const unique = [...new Map(options.map((o) => [o.id, o])).values()]
  return (
    <>
      <input
        type="search"
        className={css.input}
        value={typed}
        placeholder={t('list.find')}
        aria-label={t('list.find')}
        onChange={(e) => setTyped(e.currentTarget.value)}
        data-autofocus=""
      />
      {found.error ? (
        <p className={css.error} role="alert">
          {t('list.optionsFailed')}
        </p>
      ) : (
        <Choices
          choices={[
            ...(takesMe(field) && !search ? [{ value: ME, text: t('list.me') }] : []),
            ...unique.map((o) => ({ value: o.id, text: o.title, sub: o.subtitle })),
          ]}
          value={value}
          onChange={onChange}
          empty={found.isFetching ? t('common.loading') : t('list.nothingFound')}
        />
      )}
    </>
  )
}

/** How the ends of a range of numbers are shown, read and stored; `currency` for amounts. */
const numbersIn = (units: number, currency: string | undefined, mark: string) => {
  const scale = currency === undefined ? units : 10 ** minorDigits(currency)
  return {
    shown: (end: string): string => end && showNumber(Number(end.split(' ')[0]), scale, mark),
    isRead: (text: string): boolean => text === '' || typeof readNumber(text, scale) === 'number',
    stored: (text: string): string => {
      if (text === '') return ''
      const number = Number(readNumber(text, scale))
      if (currency !== undefined) return `${Math.round(number)} ${currency}`
      return String(scale === 1 ? number : Math.round(number))
    },
  }
}

/** The same of days, which are stored as they are typed. */
const plainEnds = (isDay: boolean): ReturnType<typeof numbersIn> => ({
  shown: (end) => end.slice(0, isDay ? 10 : undefined),
  isRead: () => true,
  stored: (text) => text,
})

const CurrencyBox = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (currency: string) => void
}) => (
  <label className={css.field}>
    {useTranslation().t('list.currency')}
    <input
      className={css.input}
      value={value}
      maxLength={3}
      pattern="[A-Za-z]{3}"
      onChange={(e) => onChange(e.currentTarget.value.toUpperCase())}
    />
  </label>
)

/** Range of numbers, days or amounts; both ends inclusive. */
export const Range = ({ field, input: type, value, onChange, onClose }: QuickProps) => {
  const { t } = useTranslation()
  const organisation = useOrganisation()
  const { storage, scale: units = 1 } = traits(field.kind)
  const money = storage === 'money'
  const period = isPeriod(value) ? value : ''
  const span =
    spanOf(value) ??
    (value === undefined || period
      ? { from: '', to: '' }
      : { from: String(value), to: String(value) })
  const [currency, setCurrency] = useState(
    field.currency ?? (span.from || span.to).split(' ')[1] ?? organisation.currency,
  )
  const mark = useMark()
  const isNumber = type === 'number'
  const { shown, isRead, stored } = isNumber
    ? numbersIn(units, money ? currency : undefined, mark)
    : plainEnds(type === 'date')
  const [from, setFrom] = useState(shown(span.from))
  const [to, setTo] = useState(shown(span.to))
  const [isRefused, setRefused] = useState(false)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const isWrong = ![from, to].every(isRead)
    setRefused(isWrong)
    if (isWrong) return
    onChange(from || to ? `${stored(from)}..${stored(to)}` : undefined)
    onClose()
  }
  const input = (name: string, text: string, set: (v: string) => void, first: boolean) => {
    const Box = boxes.get(type)
    return Box ? (
      <Box label={name} size="sm" value={text} onChange={set} first={first} />
    ) : (
      <label className={css.field}>
        {name}
        <input
          className={css.input}
          {...(isNumber ? { inputMode: 'decimal' } : { type })}
          value={text}
          aria-invalid={(isRefused && !isRead(text)) || undefined}
          onChange={(e) => set(e.currentTarget.value)}
          {...(first ? { 'data-autofocus': '' } : {})}
        />
      </label>
    )
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {type === 'date' ? (
        <PeriodSelect
          value={period}
          onChange={(next) => {
            onChange(next || undefined)
            if (next) onClose()
          }}
        />
      ) : null}
      <div className={css.pair}>
        {input(t('list.from'), from, setFrom, true)}
        {input(t('list.to'), to, setTo, false)}
      </div>
      {isRefused ? (
        <p className={css.error} role="alert">
          {serverMessage('Enter a number')}
        </p>
      ) : null}
      {money && !field.currency ? <CurrencyBox value={currency} onChange={setCurrency} /> : null}
      <button type="submit" className={css.apply}>
        {t('list.apply')}
      </button>
    </form>
  )
}

/** A text, or words separated by commas. */
export const Words = ({ field, value, onChange, onClose }: QuickProps) => {
  const { t } = useTranslation()
  const [text, setText] = useState(listOf(value).join(', '))
  const submit = (e: FormEvent) => {
    e.preventDefault()
    onChange(
      traits(field.kind).operators.includes('has')
        ? valueOf(
            text
              .split(',')
              .map((s) => s.trim())
              .filter(Boolean),
          )
        : text.trim() || undefined,
    )
    onClose()
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label className={css.field}>
        {t(traits(field.kind).operators.includes('has') ? 'list.has' : 'list.contains')}
        <input
          className={css.input}
          value={text}
          maxLength={200}
          onChange={(e) => setText(e.currentTarget.value)}
          data-autofocus=""
        />
      </label>
      <button type="submit" className={css.apply}>
        {t('list.apply')}
      </button>
    </form>
  )
}

/** Yes or no. */
export const YesNo = ({ field, value, onChange, onClose }: QuickProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.choices} role="radiogroup" aria-label={label(field.label)}>
      {[true, false].map((v) => (
        <label key={String(v)} className={css.choice}>
          <input
            type="radio"
            name={field.name}
            checked={value === v}
            onChange={() => {
              onChange(v)
              onClose()
            }}
          />
          {v ? t('common.yes') : t('common.no')}
        </label>
      ))}
    </div>
  )
}

/** Checkboxes of the options of a field. */
export const Options = ({ field, value, onChange }: QuickProps) => {
  const { t } = useTranslation()
  return (
    <Choices
      choices={(field.options ?? []).map((o) => ({
        value: o.value,
        text: label(o.label),
        badge: <Badge tone={o.tone}>{label(o.label)}</Badge>,
      }))}
      value={value}
      onChange={onChange}
      empty={t('list.nothingFound')}
    />
  )
}
