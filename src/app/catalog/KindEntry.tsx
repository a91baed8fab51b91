import { useEffect, useState, type ReactNode } from 'react'
import { FormProvider, useForm, type FieldValues } from 'react-hook-form'
import { Field } from '#engine/form/Field.tsx'
import { FieldValue } from '#engine/fields/FieldValue.tsx'
import { inputs } from '#engine/kinds/inputs.ts'
import { Cell } from '#engine/list/Cell.tsx'
import { ConditionRow } from '#engine/list/ConditionRow.tsx'
import { newCondition, type DraftCondition } from '#engine/list/filterDraft.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { usesOf } from '#schemas/define/kinds.ts'
import { useTranslation } from '#ui/i18n.ts'
import { longSampleOf, sampleOf } from './samples.ts'
import css from './catalog.module.css'

const Shown = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={css.shown}>
    <h3>{name}</h3>
    <div className={css.stage}>{children}</div>
  </div>
)

const InCell = ({ field, value }: { readonly field: FieldModel; readonly value: Json }) => {
  const { i18n } = useTranslation()
  const column = {
    name: field.name,
    field,
    sortable: false,
    end: false,
    title: false,
    widthPx: 160,
    flexible: false,
  }
  return (
    <div className={css.cell}>
      <Cell
        {...{ column, value }}
        included={{}}
        locale={i18n.language}
        zone="Europe/Lisbon"
        pictures={[]}
      />
    </div>
  )
}

/** The input with a value, empty, with an error, and disabled. */
const Inputs = ({ field }: { readonly field: FieldModel }) => {
  const { kind } = field
  const of = (state: string): FieldModel => ({ ...field, name: `${kind}-${state}` })
  const wrong = `${kind}-wrong`
  const form = useForm<FieldValues>({
    defaultValues: {
      [`${kind}-filled`]: sampleOf(field),
      [`${kind}-empty`]: null,
      [wrong]: sampleOf(field),
    },
  })
  const { setError } = form
  useEffect(() => setError(wrong, { message: 'This value is not allowed' }), [setError, wrong])
  const Input = inputs[kind]
  if (!Input) return null
  return (
    <FormProvider {...form}>
      <Shown name="Input">
        <Field field={of('filled')} name={`${kind}-filled`} />
      </Shown>
      <Shown name="Input, empty">
        <Field field={of('empty')} name={`${kind}-empty`} />
      </Shown>
      <Shown name="Input, wrong">
        <Field field={of('wrong')} name={wrong} />
      </Shown>
      <Shown name="Input, disabled">
        <Input
          field={of('disabled')}
          name={`${kind}-disabled`}
          value={sampleOf(field) as never}
          onChange={() => undefined}
          onBlur={() => undefined}
          inputRef={null}
          disabled
        />
      </Shown>
    </FormProvider>
  )
}

const Filter = ({ field }: { readonly field: FieldModel }) => {
  const choice = { path: [field.name], field, operators: usesOf(field).operators }
  const [condition, setCondition] = useState<DraftCondition>(() => newCondition(choice))
  if (!choice.operators.length) return null
  return (
    <Shown name="Filter">
      <ConditionRow
        condition={condition}
        choices={[choice]}
        onChange={setCondition}
        onRemove={() => undefined}
      />
    </Shown>
  )
}

/** A kind in every state: on a page, in a list, in a form and in a filter. */
export const KindEntry = ({ field }: { readonly field: FieldModel }) => {
  const value = sampleOf(field)
  const long = longSampleOf(field)
  return (
    <section className={css.entry} aria-labelledby={`kind-${field.kind}`}>
      <h2 id={`kind-${field.kind}`}>{field.kind}</h2>
      <div className={css.states}>
        <Shown name="Value">
          <FieldValue field={field} value={value} />
        </Shown>
        <Shown name="Value, empty">
          <FieldValue field={field} value={null} />
        </Shown>
        <Shown name="Cell">
          <InCell field={field} value={value} />
        </Shown>
        {long === undefined ? null : (
          <>
            <Shown name="Value, long">
              <FieldValue field={field} value={long} />
            </Shown>
            <Shown name="Cell, long">
              <InCell field={field} value={long} />
            </Shown>
          </>
        )}
        <Inputs field={field} />
        <Filter field={field} />
      </div>
    </section>
  )
}
