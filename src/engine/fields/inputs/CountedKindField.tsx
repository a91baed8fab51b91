import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { useHolds } from '#data/me.ts'
import { recordQuery } from '#data/queries.ts'
import type { FieldModel, Json } from '#model/types.ts'
import type { CalendarCapacity } from '#schemas/define/layouts.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { common } from './types.ts'
import { useListOpening } from './useListOpening.ts'
import { modelOf } from '../../resource.ts'

/**
 * A text naming a child row of the record chosen beside it (the room type of a hotel). Suggests the
 * rows by name once that record is chosen and readable; the server validates other text.
 */
export const CountedKindField = ({
  field,
  owner,
  capacity,
}: {
  readonly field: FieldModel
  readonly owner: FieldModel
  readonly capacity: CalendarCapacity
}) => {
  const { t } = useTranslation()
  const { opening } = useListOpening()
  const { field: input, fieldState } = useController({ name: field.name })
  const chosen: unknown = useWatch({ name: owner.name })
  const target = modelOf(owner.ref ?? '')
  const may = useHolds()(`${target?.entity ?? ''}.read`)
  const { data } = useQuery({
    ...recordQuery(target ?? { collection: '' }, String(chosen)),
    enabled: may && target !== undefined && typeof chosen === 'string',
    retry: false,
  })
  const rows =
    typeof chosen === 'string'
      ? ((data?.data[capacity.of.split('.')[1] ?? ''] as
          | readonly Record<string, Json>[]
          | null
          | undefined) ?? [])
      : []
  const names = new Map(
    rows.map((row) => [
      String(row[capacity.key]),
      capacity.label ? String(row[capacity.label] ?? '') : '',
    ]),
  )
  const value = typeof input.value === 'string' ? input.value : ''
  return (
    <Autocomplete
      {...common({
        field,
        name: field.name,
        value: null,
        onChange: input.onChange,
        onBlur: input.onBlur,
        error: fieldState.error?.message,
        inputRef: input.ref,
      })}
      {...opening}
      ref={input.ref}
      value={value}
      data={[...names.keys()]}
      // The current choice must not hide the other options.
      filter={({ options, search }) =>
        names.has(search)
          ? options
          : options.filter(
              (o) =>
                'value' in o &&
                `${o.value} ${names.get(String(o.value))}`
                  .toLowerCase()
                  .includes(search.trim().toLowerCase()),
            )
      }
      renderOption={({ option }) => (
        <span>
          {names.get(option.value) || option.value}
          <small style={{ color: 'var(--mantine-color-dimmed)', marginInlineStart: 8 }}>
            {option.value}
          </small>
        </span>
      )}
      {...(typeof chosen === 'string'
        ? {}
        : { placeholder: t('form.chooseFirst', { what: label(owner.label) }) })}
      {...(names.get(value) ? { description: names.get(value) } : {})}
      onChange={(text) => input.onChange(text === '' ? null : text)}
    />
  )
}
