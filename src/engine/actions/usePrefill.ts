import { useLayoutEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { previewRecord } from '#data/writes.ts'
import type { FieldModel } from '#model/types.ts'
import { newValues, type FormValues } from '../form/values.ts'
import type { RequestedAction } from './ask.ts'

/** An amount that was computed is in the record's currency, which stays. */
const fixed = (field: FieldModel, given: FormValues): FieldModel => {
  const value = given[field.name]
  return field.kind === 'money' && value && typeof value === 'object' && 'currency' in value
    ? { ...field, currency: String(value.currency) }
    : field
}

/**
 * Fills an action's form with the values that the server computes for this record. Returns the
 * fields to draw, and whether they are still to be filled. Without a response the form stays empty.
 */
export const usePrefill = (
  { resource, record, action }: Pick<RequestedAction, 'resource' | 'record' | 'action'>,
  form: UseFormReturn<FieldValues>,
): { readonly fields: readonly FieldModel[]; readonly waiting: boolean } => {
  const { data, isLoading } = useQuery({
    queryKey: [resource.collection, record.id, record.version, 'prefill', action.name],
    queryFn: async () => {
      const given = await previewRecord(resource, record.id, `prefill.${action.name}`)
      return typeof given === 'string' ? {} : (given as FormValues)
    },
    enabled: action.prefill === true,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  // Before the first field is seen: the focus then selects the value that is proposed.
  useLayoutEffect(() => {
    if (data) form.reset(newValues(action.fields, data))
  }, [data, action, form])
  // What is typed before the values arrive would be lost.
  const fields = isLoading ? [] : action.fields.map((f) => fixed(f, data ?? {}))
  return { fields, waiting: isLoading }
}
