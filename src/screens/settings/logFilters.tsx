import '#engine/fields/inputs/lists.css'
import { useState } from 'react'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import { DayBox } from '#engine/fields/dates/DayBox.tsx'
import { useModel } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'

/** Midnight of a day in the person's zone as an instant; `after` days later. */
export const midnight = (day: string, after = 0): string | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const at = new Date(`${day}T00:00:00`)
  if (Number.isNaN(at.getTime())) return undefined
  at.setDate(at.getDate() + after)
  return at.toISOString()
}

/** Date range of a log. */
export const DayFilters = ({
  from,
  to,
  onFrom,
  onTo,
}: {
  readonly from: string
  readonly to: string
  readonly onFrom: (day: string) => void
  readonly onTo: (day: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <>
      <DayBox label={t('settings.from')} value={from} onChange={onFrom} />
      <DayBox label={t('settings.to')} value={to} onChange={onTo} />
    </>
  )
}

/** Search for a person of the organisation by name. */
export const PersonFilter = ({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}) => {
  const { t } = useTranslation()
  const collection = useModel().resources.find((r) => r.person)?.collection ?? ''
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data } = useQuery({
    ...optionsQuery(collection, search ? { search } : {}),
    placeholderData: keepPreviousData,
  })
  const known = useQuery({
    ...optionsQuery(collection, { ids: value ? [value] : [] }),
    enabled: value !== null,
  })
  const titles = new Map([...(known.data ?? []), ...(data ?? [])].map((o) => [o.id, o.title]))
  return (
    <Select
      label={t('settings.person')}
      data={[...titles].map(([id, title]) => ({ value: id, label: title }))}
      value={value}
      searchable
      clearable
      placeholder={t('settings.anybody')}
      filter={({ options }) => options}
      nothingFoundMessage={t('settings.nothingFound')}
      onSearchChange={(text) => setTyped(text === titles.get(value ?? '') ? '' : text)}
      onChange={onChange}
    />
  )
}
