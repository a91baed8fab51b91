import { NativeSelect } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { FormProvider, useForm, type FieldValues } from 'react-hook-form'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { inputs } from '../fields/inputs/index.ts'
import { Field } from '../form/Field.tsx'
import { newValues, trimmed } from '../form/values.ts'
import type { List } from './useList.ts'

/** Values by field name. */
export type Patch = Readonly<Record<string, Json>>

/** Form fields that can have the same value in many records and that the person may write. */
export const bulkFields = ({ resource, rights, trashed }: List): readonly FieldModel[] => {
  if (!rights.update || trashed || resource.appendOnly) return []
  const onForm = new Set(resource.form.sections.flatMap((s) => s.fields))
  const unique = new Set(resource.unique.flatMap((set) => (set.length === 1 ? set : [])))
  return resource.fields.filter(
    (f) =>
      onForm.has(f.name) &&
      inputs[f.kind] &&
      !f.derived &&
      !f.immutable &&
      !f.dependsOn &&
      f.kind !== 'secret' &&
      f.name !== resource.title &&
      !unique.has(f.name) &&
      rights.writeField(f.name),
  )
}

const isEmpty = (value: Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

interface InputProps {
  readonly fields: readonly FieldModel[]
  /** The complete values; undefined while a required one is missing. */
  readonly onChange: (values: Patch | undefined) => void
}

/** The form's own inputs for fields of a bulk edit or an action. */
export const BulkInputs = ({ fields, onChange }: InputProps) => {
  const form = useForm<FieldValues>({ defaultValues: newValues(fields) })
  const report = useEffectEvent(() => {
    const values = fields.map((f) => [f, trimmed(f, form.getValues(f.name) ?? null)] as const)
    const missing = values.some(([f, value]) => f.required && isEmpty(value))
    onChange(missing ? undefined : Object.fromEntries(values.map(([f, v]) => [f.name, v])))
  })
  useEffect(() => {
    report()
    return form.subscribe({ formState: { values: true }, callback: () => report() })
  }, [form])
  return (
    <FormProvider {...form}>
      {fields.map((field) => (
        <Field key={field.name} field={field} name={field.name} />
      ))}
    </FormProvider>
  )
}

/** The field without its condition: whether it applies differs by record, and the server says so. */
const unconditional = (field: FieldModel): FieldModel =>
  Object.fromEntries(Object.entries(field).filter(([name]) => name !== 'when')) as typeof field

/** Choice of a field and its new value. */
export const BulkEdit = ({ fields, onChange }: InputProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const field = fields.find((f) => f.name === name)
  const alone = useMemo(() => field && unconditional(field), [field])
  return (
    <>
      <NativeSelect
        label={t('changes.field')}
        value={name}
        data-autofocus
        data={[
          { value: '', label: t('changes.chooseField') },
          ...fields.map((f) => ({ value: f.name, label: label(f.label) })),
        ]}
        onChange={(e) => {
          setName(e.currentTarget.value)
          onChange(undefined)
        }}
      />
      {alone ? <BulkInputs key={alone.name} fields={[alone]} onChange={onChange} /> : null}
    </>
  )
}
