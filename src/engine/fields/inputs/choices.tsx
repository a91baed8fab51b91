import { NativeSelect, SegmentedControl, Input, Select, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { countryCodes } from '#ui/countries.ts'
import { navIconNames } from '#ui/icons.tsx'
import { common, type InputProps } from './types.ts'

/** A choice of fixed values: side by side where few and short, else a list. */
export const EnumInput = (props: InputProps<string>) => {
  const options = props.field.options ?? []
  const { label, description, required, error, id, name, disabled } = common(props)
  const few = options.length <= 4 && options.every((o) => o.label.length <= 14) && (required || props.field.default !== undefined)
  if (few)
    return (
      <Input.Wrapper id={id} label={label} description={description} required={required} error={error} labelElement="div" labelProps={{ id: `${id}-label` }}>
        <div><SegmentedControl id={id} name={name} ref={props.inputRef as never} aria-labelledby={`${id}-label`} aria-required={required} aria-invalid={Boolean(error)} aria-describedby={error ? `${id}-error` : undefined} value={props.value ?? ''} onChange={props.onChange} disabled={disabled} data={options.map((o) => ({ value: o.value, label: o.label }))} /></div>
      </Input.Wrapper>
    )
  return (
    <NativeSelect {...common(props)} ref={props.inputRef as never} value={props.value ?? ''} onChange={(e) => props.onChange(e.currentTarget.value || null)}
      data={[{ value: '', label: '—' }, ...options.map((o) => ({ value: o.value, label: o.label }))]} />
  )
}

export const BooleanInput = (props: InputProps<boolean>) => {
  const { required: _required, ...rest } = common(props)
  return <Switch {...rest} ref={props.inputRef as never} checked={props.value ?? false} onChange={(e) => props.onChange(e.currentTarget.checked)} />
}

/** Value and label of long standard lists, made by the browser in the person's language. */
const useStandardList = (kind: string): { value: string; label: string }[] => {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const named = (type: 'region' | 'currency' | 'language', codes: readonly string[]) => {
      const names = new Intl.DisplayNames([i18n.language || 'en'], { type })
      return codes.map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` })).sort((a, b) => a.label.localeCompare(b.label))
    }
    if (kind === 'country') return named('region', countryCodes)
    if (kind === 'currency') return named('currency', Intl.supportedValuesOf('currency'))
    if (kind === 'locale') return named('language', ['en', 'pt', 'pt-PT', 'pt-BR', 'ar', 'es', 'fr', 'de', 'it', 'nl'])
    if (kind === 'icon') return navIconNames.map((value) => ({ value, label: value }))
    return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value.replace(/_/g, ' ') }))
  }, [kind, i18n.language])
}

/** Country, currency, language, time zone, icon: a long list searched by typing. */
export const StandardListInput = (props: InputProps<string>) => {
  const list = useStandardList(props.field.kind)
  const { t } = useTranslation()
  const data = props.value && !list.some((o) => o.value === props.value) ? [{ value: props.value, label: props.value }, ...list] : list
  return (
    <Select {...common(props)} ref={props.inputRef as never} data={data} value={props.value} onChange={props.onChange} searchable clearable={!props.field.required} limit={80}
      nothingFoundMessage={t('form.nothingFound')} comboboxProps={{ withinPortal: true }} />
  )
}
