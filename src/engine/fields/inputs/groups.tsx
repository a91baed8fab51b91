import { SelectField } from '#ui/SelectField.tsx'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { label } from '#ui/i18n.ts'
import type { Json } from '#model/types.ts'
import { isBegun } from '../../form/values.ts'
// Import circle: the input of a group draws fields, and a field draws the input of its kind.
import { Field } from '../../form/Field.tsx'
import { GroupError, Legend } from './parts.tsx'
import { type InputProps } from './types.ts'
import classes from './groups.module.css'

/**
 * Fields shown together: an address, coordinates, a consent. Parts of an optional group are required
 * only once one of them has content.
 */
export const GroupInput = (props: InputProps) => {
  const { field, name } = props
  const value = useWatch<Record<string, Json>>({ name })
  const needed = field.required || isBegun(field, value ?? null)
  const fields = useMemo(
    () => (field.fields ?? []).map((f) => (needed ? f : { ...f, required: false })),
    [field, needed],
  )
  return (
    <fieldset
      className={classes.group}
      data-kind={field.kind}
      aria-describedby={props.error ? `field-${name}-error` : undefined}
      disabled={props.disabled ?? false}
    >
      <Legend field={field} />
      <div className={classes.grid}>
        {fields.map((f) => (
          <Field key={f.name} field={f} name={`${name}.${f.name}`} />
        ))}
      </div>
      <GroupError id={`field-${name}-error`} error={props.error} />
    </fieldset>
  )
}

/** A value of one of several types: the type first, then its fields. */
export const VariantInput = (props: InputProps) => {
  const variants = props.field.variants ?? []
  const kind = (props.value as { kind?: string } | null)?.kind ?? ''
  const chosen = variants.find((v) => v.value === kind)
  return (
    <div className={classes.variant} data-variant>
      <SelectField
        id={`field-${props.name}`}
        ref={props.inputRef as never}
        label={label(props.field.label)}
        required={props.field.required}
        error={props.error ?? false}
        disabled={props.disabled ?? false}
        value={kind}
        onBlur={props.onBlur}
        data={[
          { value: '', label: '—' },
          ...variants.map((v) => ({ value: v.value, label: label(v.label) })),
        ]}
        onChange={(e) =>
          props.onChange(e.currentTarget.value ? { kind: e.currentTarget.value } : null)
        }
      />
      {chosen?.fields.map((f) => (
        <Field key={`${kind}.${f.name}`} field={f} name={`${props.name}.${f.name}`} />
      ))}
    </div>
  )
}
