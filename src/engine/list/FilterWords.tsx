import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import { isRef } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { AnyFilterValue } from '../listSearch.ts'
import { idsAmong } from './me.ts'
import { inWords } from './quickValue.ts'

/** Titles of the records in a reference filter. */
const useTitles = (field: FieldModel, value: AnyFilterValue): ReadonlyMap<string, string> => {
  const pointing = isRef(field)
  const ids = useMemo(
    () => (pointing ? idsAmong([value].flat() as string[]) : []),
    [pointing, value],
  )
  const { data } = useQuery({ ...optionsQuery(field.ref ?? '', { ids }), enabled: ids.length > 0 })
  return useMemo(() => new Map(data?.map((o) => [o.id, o.title])), [data])
}

/** What an active filter says. It loads with the first of them. */
export const FilterWords = ({
  field,
  value,
  zone,
}: {
  readonly field: FieldModel
  readonly value: AnyFilterValue
  readonly zone: string
}) => {
  const { i18n } = useTranslation()
  const titles = useTitles(field, value)
  return inWords(field, value, i18n.language, zone, titles)
}
