import { useWatch } from 'react-hook-form'
import type { FieldModel } from '#model/types.ts'

/**
 * Returns those of the given fields that currently apply (hint `when`). Subscribes only to the
 * fields the conditions name.
 */
export const useWhen = (fields: readonly FieldModel[]): readonly FieldModel[] => {
  const names = fields.flatMap((f) => (f.when ? [f.when.field] : []))
  const values: unknown[] = useWatch({ name: names })
  const by = new Map(names.map((name, i) => [name, values[i]]))
  return fields.filter((f) => !f.when || f.when.is.includes(by.get(f.when.field) as never))
}
