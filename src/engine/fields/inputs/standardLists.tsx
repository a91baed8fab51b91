import './lists.css'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { currencyCodes } from '#schemas/define/currencies.ts'
import { countryCodes } from '#ui/countries.ts'
import { useTranslation } from '#ui/i18n.ts'
import { navIconNames } from '#ui/icons.tsx'
import { common, listOpening, type InputProps } from './types.ts'

/** Value and label of long standard lists, made by the browser in the person's language. */
const useStandardList = (kind: string): { value: string; label: string }[] => {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const named = (type: 'region' | 'currency' | 'language', codes: readonly string[]) => {
      const names = new Intl.DisplayNames([i18n.language || 'en'], { type })
      return codes
        .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
        .sort((a, b) => a.label.localeCompare(b.label))
    }
    if (kind === 'country') return named('region', countryCodes)
    if (kind === 'currency') return named('currency', currencyCodes)
    if (kind === 'locale') {
      return named('language', ['en', 'pt', 'pt-PT', 'pt-BR', 'ar', 'es', 'fr', 'de', 'it', 'nl'])
    }
    if (kind === 'icon') return navIconNames.map((value) => ({ value, label: value }))
    return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({
      value,
      label: value.replace(/_/g, ' '),
    }))
  }, [kind, i18n.language])
}

/** Country, currency, language, time zone, icon: a long list searched by typing. */
export const StandardListInput = (props: InputProps<string>) => {
  const list = useStandardList(props.field.kind)
  const { t } = useTranslation()
  const data =
    props.value && !list.some((o) => o.value === props.value)
      ? [{ value: props.value, label: props.value }, ...list]
      : list
  return (
    <Select
      {...common(props)}
      {...listOpening}
      ref={props.inputRef as never}
      data={data}
      value={props.value}
      onChange={props.onChange}
      searchable
      clearable={!props.field.required}
      limit={80}
      nothingFoundMessage={t('form.nothingFound')}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
