import { memo, Suspense } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { FieldModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { inputs } from '../kinds/inputs.ts'
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

const PlainField = ({ field, name }: FieldProps) => {
  const { field: input, fieldState } = useController({ name })
  const Input = inputs[field.kind]
  if (!Input) return null
  // A list or group has its own message under `root`; its parts have theirs.
  const error = fieldState.error as { message?: string; root?: { message?: string } } | undefined
  const props = {
    field,
    name,
    value: (input.value ?? null) as never,
    onChange: input.onChange,
    onBlur: input.onBlur,
    error: error?.root?.message ?? error?.message,
    inputRef: input.ref,
  }
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
}
