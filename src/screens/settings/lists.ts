import { useMemo } from 'react'
import { currencyCodes } from '#schemas/define/currencies.ts'
import { languages, useTranslation } from '#ui/i18n.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** IANA time zones. */
export const useZones = (): Choice[] =>
  useMemo(
    () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone').filter((z) => z !== 'UTC')].map((value) => ({
        value,
        label: value.replace(/_/g, ' '),
      })),
    [],
  )

/** ISO 4217 currencies in the person's language. */
export const useCurrencies = (): Choice[] => {
  const {
    i18n: { language },
  } = useTranslation()
  return useMemo(() => {
    const names = new Intl.DisplayNames([language || 'en'], { type: 'currency' })
    return currencyCodes.map((value) => ({
      value,
      label: `${names.of(value) ?? value} (${value})`,
    }))
  }, [language])
}

/** Languages of the application, each by its own name. */
export const languageChoices = (): Choice[] =>
  languages.map((value) => ({
    value,
    label:
      new Intl.DisplayNames([value === 'pt' ? 'pt-PT' : value], { type: 'language' }).of(
        value === 'pt' ? 'pt-PT' : value,
      ) ?? value,
  }))
