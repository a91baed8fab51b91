import { memo, Suspense, useMemo, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { FieldModel, Json } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { inputs } from '../kinds/inputs.ts'
import { same } from './values.ts'
import '../fields/inputs/inputs.css'

const MaskedInput = lazy(() =>
  import('../fields/inputs/masked.tsx').then((m) => ({ default: m.MaskedInput })),
)

interface FieldProps {
  readonly field: FieldModel
  /** Dotted path in the form: `roomTypes.0.code`. */
  readonly name: string
}

/** One field of the form around it. Renders again only when its own value or error changes. */
export const Field = memo(({ field, name }: FieldProps) =>
  field.when ? (
    <ConditionalField field={field} name={name} />
  ) : (
    <PlainField field={field} name={name} />
  ),
)

const ConditionalField = ({ field, name }: FieldProps) => {
  const other: unknown = useWatch({
    name: [...name.split('.').slice(0, -1), field.when?.field].join('.'),
  })
  return field.when?.is.includes(other as never) ? <PlainField field={field} name={name} /> : null
}

/**
 * The value as it was while it means the same: the form library copies objects whose parents change.
 * Groups and lists are kept in place by their parts, and rows have an order.
 */
const useKept = (field: FieldModel, value: Json): Json => {
  const kept = useRef(value)
  if (field.fields || field.variants || !same(kept.current, value)) kept.current = value
  return kept.current
}

const PlainField = ({ field, name }: FieldProps) => {
  const { field: input, fieldState } = useController({ name })
  // A list or group has its own message under `root`; its parts have theirs.
  const wrong = fieldState.error as { message?: string; root?: { message?: string } } | undefined
  const error = wrong?.root?.message ?? wrong?.message
  const value = useKept(field, input.value ?? null)
  const { onChange, onBlur, ref } = input
  return useMemo(() => {
    const Input = inputs[field.kind]
    if (!Input) return null
    const props = { field, name, value: value as never, onChange, onBlur, error, inputRef: ref }
    return field.sensitive && field.kind !== 'secret' ? (
      <Suspense
        fallback={
          <div aria-busy="true">
            <Input {...props} value={null as never} disabled />
          </div>
        }
      >
        <MaskedInput {...props} input={Input} />
      </Suspense>
    ) : (
      <Input {...props} />
    )
  }, [field, name, value, onChange, onBlur, error, ref])
}
