import { use } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FieldModel, Json } from '#model/types.ts'
import { FormResource } from '../../../form/formResource.ts'
import { rowsIn } from '../../../form/keyedRows.ts'

const currencyOf = (value: unknown): string | undefined =>
  (value as { currency?: string } | null | undefined)?.currency

/**
 * The currency of new child rows: the one the record names, otherwise that of what it costs without
 * them, otherwise that of the rows there are.
 */
export const useRowsCurrency = (field: FieldModel, name: string): string | undefined => {
  const resource = use(FormResource)
  const { getValues } = useFormContext()
  const named = resource?.fields.find((f) => f.kind === 'currency')?.name
  const base = field.charge?.base?.unit
  const watched = useWatch({ name: [named, base].filter((n) => n !== undefined) }) as unknown[]
  const [own] = named ? watched : []
  if (typeof own === 'string') return own
  const amounts = (field.fields ?? []).filter((f) => f.kind === 'money').map((f) => f.name)
  const rows = rowsIn(getValues(name)) as Record<string, Json>[]
  return (
    (base && currencyOf(watched.at(-1))) ??
    rows.flatMap((row) => amounts.map((a) => currencyOf(row[a]))).find((c) => c !== undefined)
  )
}
