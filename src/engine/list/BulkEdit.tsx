import { SelectField } from '#ui/SelectField.tsx'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react'
import { FormProvider, useForm, type FieldValues } from 'react-hook-form'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Field } from '../form/Field.tsx'
import { newValues, trimmed } from '../form/values.ts'
import css from './bulk.module.css'

/** Values by field name. */
export type Patch = Readonly<Record<string, Json>>

const isEmpty = (value: Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

/** What was typed, by field name; it outlives the preview, after which people may come back. */
export type Typed = RefObject<FieldValues>

interface InputProps {
  readonly fields: readonly FieldModel[]
  readonly typed: Typed
  /** The complete values; undefined while a required one is missing. */
  readonly onChange: (values: Patch | undefined) => void
}

const useInputs = ({ fields, typed, onChange }: InputProps, all: readonly FieldModel[]) => {
  const form = useForm<FieldValues>({ defaultValues: { ...newValues(all), ...typed.current } })
  const report = useEffectEvent(() => {
    typed.current = Object.fromEntries(fields.map((f) => [f.name, form.getValues(f.name)]))
    const values = fields.map((f) => [f, trimmed(f, form.getValues(f.name) ?? null)] as const)
    const missing = values.some(([f, value]) => f.required && isEmpty(value))
    onChange(missing ? undefined : Object.fromEntries(values.map(([f, v]) => [f.name, v])))
  })
  const names = fields.map((f) => f.name).join(' ')
  useEffect(() => {
    report()
    return form.subscribe({ formState: { values: true }, callback: () => report() })
  }, [form, names])
  return { form }
}

/** The form's own inputs for the fields of an action. */
export const BulkInputs = (props: InputProps) => {
  const { form } = useInputs(props, props.fields)
  return (
    <FormProvider {...form}>
      {props.fields.map((field) => (
        <Field key={field.name} field={field} name={field.name} />
      ))}
    </FormProvider>
  )
}

/** The field without its condition, which differs by record; the server checks each. */
const unconditional = (field: FieldModel): FieldModel =>
  Object.fromEntries(Object.entries(field).filter(([name]) => name !== 'when')) as typeof field

/** Choice of fields and their new values; a field that depends on another comes after that one. */
export const BulkEdit = ({ fields, typed, onChange }: InputProps) => {
  const { t } = useTranslation()
  const [names, setNames] = useState<readonly string[]>(() => Object.keys(typed.current))
  const chosen = useMemo(
    () =>
      names.flatMap((name) => {
        const field = fields.find((f) => f.name === name)
        return field ? [unconditional(field)] : []
      }),
    [names, fields],
  )
  const all = useMemo(() => fields.map(unconditional), [fields])
  const given = (values: Patch | undefined) => onChange(names.length ? values : undefined)
  const { form } = useInputs({ fields: chosen, typed, onChange: given }, all)
  const more = fields.filter(
    (f) => !names.includes(f.name) && (!f.dependsOn || names.includes(f.dependsOn.field)),
  )
  const remove = (gone: string) =>
    setNames((was) =>
      was.filter(
        (name) => name !== gone && fields.find((f) => f.name === name)?.dependsOn?.field !== gone,
      ),
    )
  return (
    <FormProvider {...form}>
      {chosen.map((field) => (
        <div key={field.name} className={css.edited}>
          <Field field={field} name={field.name} />
          <button
            type="button"
            className={css.icon}
            aria-label={t('changes.leaveField', { label: label(field.label) })}
            title={t('changes.leaveField', { label: label(field.label) })}
            onClick={() => remove(field.name)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
      {more.length ? (
        <SelectField
          label={t(chosen.length ? 'changes.anotherField' : 'changes.field')}
          value=""
          data-autofocus
          data={[
            { value: '', label: t('changes.chooseField') },
            ...more.map((f) => ({ value: f.name, label: label(f.label) })),
          ]}
          onChange={(e) => {
            const { value } = e.currentTarget
            if (value) setNames((was) => [...was, value])
          }}
        />
      ) : null}
    </FormProvider>
  )
}
