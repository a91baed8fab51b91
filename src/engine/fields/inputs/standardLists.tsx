import './lists.css'
import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { currencyCodes } from '#schemas/define/currencies.ts'
import { countryCodes } from '#ui/countries.ts'
import { useTranslation } from '#ui/i18n.ts'
import { iconNames, recordIconOf } from '#ui/recordIcons.tsx'
import { enterTakes } from './enterTakes.ts'
import { common, type InputProps } from './types.ts'
import { useListOpening } from './useListOpening.ts'

const LOCALES = ['en', 'pt', 'pt-PT', 'pt-BR', 'ar', 'es', 'fr', 'de', 'it', 'nl']
const TYPES = new Map<string, Intl.DisplayNamesType>([
  ['country', 'region'],
  ['currency', 'currency'],
  ['locale', 'language'],
])

const valuesOf = (kind: string): readonly string[] => {
  if (kind === 'country') return countryCodes
  if (kind === 'currency') return currencyCodes
  if (kind === 'locale') return LOCALES
  return kind === 'icon' ? iconNames : ['UTC', ...Intl.supportedValuesOf('timeZone')]
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** What the browser calls values of a list in the person's language; codes by their names. */
const named = (kind: string, language: string, values: readonly string[]): Choice[] => {
  const type = TYPES.get(kind)
  if (!type) return values.map((value) => ({ value, label: value.replace(/_/g, ' ') }))
  const names = new Intl.DisplayNames([language], { type })
  return values
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/**
 * Values and labels of a long standard list; before it is `used`, only of the current value, since
 * naming and sorting hundreds takes longer than the rest of a form.
 */
const useStandardList = (kind: string, value: string | null, used: boolean): Choice[] => {
  const language = useTranslation().i18n.language || 'en'
  const own = used ? null : value
  const list = useMemo(() => {
    if (!used && own === null) return []
    const all = valuesOf(kind)
    return named(kind, language, used ? all : all.filter((one) => one === own))
  }, [kind, language, own, used])
  // A value that is not in the list stays.
  return value && !list.some((o) => o.value === value) ? [{ value, label: value }, ...list] : list
}

const drawn = (name: string) => {
  const Drawn = recordIconOf(name)
  return <Drawn size={18} stroke={1.5} aria-hidden />
}

/** Icons are shown with their names. */
const iconProps = (value: string | null): Pick<SelectProps, 'leftSection' | 'renderOption'> => ({
  leftSection: value ? drawn(value) : undefined,
  renderOption: ({ option }) => (
    <span className="icon-option">
      {drawn(option.value)} {option.label}
    </span>
  ),
})

/** Search select for a long list: country, currency, language, time zone, icon. */
export const StandardListInput = (props: InputProps<string>) => {
  const { t } = useTranslation()
  const { used, opening } = useListOpening()
  const data = useStandardList(props.field.kind, props.value, used)
  return (
    <Select
      {...common(props)}
      {...opening}
      {...(props.field.kind === 'icon' ? iconProps(props.value) : {})}
      ref={props.inputRef as never}
      data={data}
      value={props.value}
      onChange={props.onChange}
      searchable
      selectFirstOptionOnChange
      onKeyDownCapture={enterTakes}
      clearable={!props.field.required}
      limit={80}
      nothingFoundMessage={t('form.nothingFound')}
    />
  )
}
