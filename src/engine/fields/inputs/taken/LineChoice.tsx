import { useId, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { own } from '#schemas/define/own.ts'
import { chargedLines, unitsLeft, type ChargedLine } from '#model/taken.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { Field } from '../../../form/Field.tsx'
import { Segments } from '../Segments.tsx'
import { Lines } from './Lines.tsx'
import { chosenOf, sumOf, type Chosen } from './chosen.ts'
import css from './taken.module.css'

interface Props {
  readonly resource: ResourceModel
  readonly record: RecordData
  /** The input with `takes`. */
  readonly field: FieldModel
  /** The input with the amount. */
  readonly sum: FieldModel
  /** Field of the record that limits the amount. */
  readonly limit: string | undefined
}

const useLines = ({ resource, record, field }: Props): readonly ChargedLine[] => {
  // A list knows only its columns of a record.
  const { data } = useQuery(recordQuery(resource, record.id))
  return useMemo(() => {
    const rows = resource.fields.find(({ name }) => name === field.takes?.of)
    return rows && data
      ? chargedLines(rows, data.data).filter(
          (line) => unitsLeft(line) > 0 || line.taken.quantity > 0,
        )
      : []
  }, [resource, data, field])
}

/** Sets the chosen quantities in the form, and the amount that they come to. */
const useChoice = ({ field, sum }: Props, lines: readonly ChargedLine[]) => {
  const form = useFormContext<FieldValues>()
  const chosen = (useWatch({ control: form.control, name: field.name }) ?? []) as readonly Chosen[]
  const choose = (next: readonly Chosen[]) => {
    form.clearErrors([field.name, sum.name])
    form.setValue(field.name, next.map((one) => ({ ...one })) as Json)
    const { amount, currency } = sumOf(lines, next)
    form.setValue(sum.name, amount > 0 ? { amount, currency } : null)
  }
  return { form, chosen, choose }
}

/** Chooses lines of the record, in units, or an amount. */
export const LineChoice = (props: Props) => {
  const { field, sum, record, limit } = props
  const lines = useLines(props)
  const { form, chosen, choose } = useChoice(props, lines)
  const [byLine, setByLine] = useState(false)
  const amount = useRef<Json>(null)
  const id = useId()
  if (!lines.some((line) => unitsLeft(line) > 0)) return <Field field={sum} name={sum.name} />
  const change = (to: string) => {
    if (to === field.name) {
      amount.current = form.getValues(sum.name) as Json
      choose([])
    } else {
      form.setValue(field.name, [])
      form.setValue(sum.name, amount.current)
    }
    setByLine(to === field.name)
  }
  return (
    <div className={css.choice}>
      <Segments
        name={id}
        aria-label={label(sum.label)}
        options={[sum, field].map((f) => ({ value: f.name, label: label(f.label) }))}
        value={byLine ? field.name : sum.name}
        onChange={change}
      />
      {byLine ? (
        <Lines
          lines={lines}
          taken={takenLabel(props)}
          chosen={chosen}
          most={limit === undefined ? undefined : amountIn(own(record, limit))}
          errors={form.formState.errors}
          names={{ lines: field.name, sum: sum.name }}
          onChange={(line, quantity) => choose(chosenOf(chosen, line, quantity))}
          onAll={() => choose(lines.flatMap((line) => chosenOf([], line.line, unitsLeft(line))))}
        />
      ) : (
        <Field field={sum} name={sum.name} />
      )}
    </div>
  )
}

const takenLabel = ({ resource, field }: Props): string => {
  const rows = resource.fields.find(({ name }) => name === field.takes?.of)
  return label(resource.fields.find(({ name }) => name === rows?.charge?.taken)?.label ?? '')
}

const amountIn = (value: Json | undefined): number | undefined =>
  value !== null && typeof value === 'object' && 'amount' in value
    ? Number(value.amount)
    : undefined
