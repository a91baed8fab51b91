/** A select of records of another collection; its options come from the server while one types. */
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext, type FieldPath } from 'react-hook-form'
import { get } from './api.ts'
import type { HotelValues } from './hotelRules.ts'

interface RelationProps {
  readonly name: FieldPath<HotelValues>
  readonly label: string
  readonly of: string
  readonly several?: boolean
}

export const Relation = ({ name, label, of, several = false }: RelationProps) => {
  const { control } = useFormContext<HotelValues>()
  const { field, fieldState } = useController({ control, name })
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data = [] } = useQuery({
    queryKey: ['options', of, search],
    queryFn: () =>
      get<{ id: string; title: string }[]>(
        `/api/${of}/options${search ? `?${new URLSearchParams({ search }).toString()}` : ''}`,
      ),
    placeholderData: keepPreviousData,
  })
  const common = {
    id: `field-${name}`,
    label,
    ref: field.ref,
    data: data.map((o) => ({ value: o.id, label: o.title })),
    searchable: true,
    onChange: field.onChange,
    onBlur: field.onBlur,
    onSearchChange: setTyped,
    error: fieldState.error?.message,
  }
  return several ? (
    <MultiSelect {...common} value={(field.value as string[] | null) ?? []} />
  ) : (
    <Select {...common} value={(field.value as string | null) ?? null} />
  )
}
