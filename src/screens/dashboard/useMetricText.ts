import { useMemo } from 'react'
import { useOrganisation } from '#engine/person.ts'
import { useTranslation } from '#ui/i18n.ts'
import { roundMoney } from '../shared/money.ts'
import { mainOf } from './change.ts'
import type { Metric, MetricValue } from './data.ts'

/** Formats metrics and their parts for display. */
export const useMetricText = () => {
  const { i18n } = useTranslation()
  const own = useOrganisation().currency
  return useMemo(() => {
    const count = new Intl.NumberFormat(i18n.language)
    const percent = new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      maximumFractionDigits: 1,
    })
    const one = (unit: Metric['unit'], value: number | null, currency: string): string => {
      if (value === null) return '—'
      if (unit === 'money') return roundMoney([{ amount: value, currency }], i18n.language, own)
      if (unit === 'share') return percent.format(value)
      return count.format(value)
    }
    return {
      percent: (v: number) => percent.format(v),
      count: (v: number) => count.format(v),
      one,
      main: (metric: Pick<Metric, 'unit'>, value: MetricValue, currency: string) =>
        one(metric.unit, mainOf(value, currency), currency),
      /** Amounts in the other currencies. */
      others: (value: MetricValue, currency: string) => {
        const rest = Array.isArray(value)
          ? (value as readonly { amount: number; currency: string }[]).filter(
              (a) => a.currency !== currency,
            )
          : []
        return rest.length ? roundMoney(rest, i18n.language, own) : ''
      },
    }
  }, [i18n.language, own])
}
