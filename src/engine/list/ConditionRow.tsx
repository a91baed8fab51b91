import { IconX } from '@tabler/icons-react'
import { boxes } from '../fields/dates/boxes.ts'
import { takesList } from '#model/filterValue.ts'
import { isPeriod } from '#model/periods.ts'
import { traits, type Operator } from '#schemas/define/kinds.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { filters } from '../kinds/filters.ts'
import { OneOf, YesNoCondition, type Option } from '../kinds/parts/conditions.tsx'
import type { ConditionProps } from '../kinds/types.ts'
import { useOrganisation } from '../person.ts'
import { newCondition, type Choice, type DraftCondition } from './filterDraft.ts'
import { operatorLabel } from './operators.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import css from './panel.module.css'

/** Values a condition keeps when its operator changes. */
const valuesFor = (op: Operator, before: DraftCondition): readonly string[] => {
  if (op === 'isNull') return ['true']
  if (before.op === 'isNull') return []
  return takesList(op) ? before.values : before.values.slice(0, 1)
}

interface RowProps {
  readonly condition: DraftCondition
  readonly choices: readonly Choice[]
  readonly onChange: (next: DraftCondition) => void
  readonly onRemove: () => void
}
const keyOf = (path: readonly string[]) => path.join('.')

interface SomeOfProps {
  readonly options: readonly Option[]
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
}

const SomeOf = ({ options, values, onValues }: SomeOfProps) => (
  <div className={css.choices} data-small="">
    {options.map((o) => (
      <label key={o.value} className={css.choice}>
        <input
          type="checkbox"
          checked={values.includes(o.value)}
          onChange={(e) =>
            onValues(
              e.currentTarget.checked ? [...values, o.value] : values.filter((v) => v !== o.value),
            )
          }
        />
        <span className={css.choiceText}>{o.text}</span>
      </label>
    ))}
  </div>
)

/** Words or numbers, typed with commas between them. */
const Words = ({ values, onValues }: Omit<SomeOfProps, 'options'>) => {
  const { t } = useTranslation()
  return (
    <input
      className={css.input}
      aria-label={t('list.value')}
      defaultValue={values.join(', ')}
      onChange={(e) =>
        onValues(
          e.currentTarget.value
            .split(',')
            .map((s) => s.trim())
            .filter(Boolean),
        )
      }
    />
  )
}

const Value = ({ field, condition, onValues }: ConditionProps) => {
  const { t } = useTranslation()
  const { op, values } = condition
  const single = (options: readonly Option[]) => (
    <OneOf options={options} value={values[0] ?? ''} onValues={onValues} />
  )
  const { Condition, input: type } = filters[field.kind]
  const Special = op === 'isNull' ? YesNoCondition : Condition
  if (Special) return <Special field={field} condition={condition} onValues={onValues} />
  if (field.options && op !== 'contains') {
    const options = field.options.map((o) => ({ value: o.value, text: label(o.label) }))
    return takesList(op) ? (
      <SomeOf options={options} values={values} onValues={onValues} />
    ) : (
      single(options)
    )
  }
  const Box = boxes.get(type)
  const input = (text: string, set: (v: string) => void, name: string) =>
    Box ? (
      <Box key={name} aria-label={name} value={text.slice(0, 10)} onChange={set} />
    ) : (
      <input
        key={name}
        className={css.input}
        {...(type === 'number' ? { inputMode: 'decimal' } : { type })}
        aria-label={name}
        value={text}
        onChange={(e) => set(e.currentTarget.value)}
      />
    )
  const period = isPeriod(values[0]) ? values[0] : ''
  if (op === 'between') {
    return (
      <span className={css.stack}>
        {type === 'date' ? (
          <PeriodSelect value={period} onChange={(next) => onValues(next ? [next] : [])} />
        ) : null}
        {period ? null : (
          <span className={css.pair}>
            {input(values[0] ?? '', (v) => onValues([v, values[1] ?? '']), t('list.from'))}
            {input(values[1] ?? '', (v) => onValues([values[0] ?? '', v]), t('list.to'))}
          </span>
        )}
      </span>
    )
  }
  if (takesList(op)) return <Words values={values} onValues={onValues} />
  return input(values[0] ?? '', (v) => onValues(v === '' ? [] : [v]), t('list.value'))
}

interface FieldSelectProps {
  readonly chosen: readonly string[]
  readonly choices: readonly Choice[]
  readonly onChange: (choice: Choice) => void
}

/** The field that a condition compares; those of other records are grouped by reference. */
const FieldSelect = ({ chosen, choices, onChange }: FieldSelectProps) => {
  const { t } = useTranslation()
  const groups = [
    ...new Map(choices.filter((c) => c.through).map((c) => [c.through!.name, c.through!])).values(),
  ]
  const option = (c: Choice) => (
    <option key={keyOf(c.path)} value={keyOf(c.path)}>
      {[c.through, c.field].flatMap((f) => (f ? label(f.label) : [])).join(' → ')}
    </option>
  )
  return (
    <Select
      aria-label={t('list.field')}
      value={keyOf(chosen)}
      onChange={(e) => {
        const next = choices.find((c) => keyOf(c.path) === e.currentTarget.value)
        if (next) onChange(next)
      }}
    >
      {choices.filter((c) => !c.through).map(option)}
      {groups.map((ref) => (
        <optgroup key={ref.name} label={t('list.through', { label: label(ref.label) })}>
          {choices.filter((c) => c.through === ref).map(option)}
        </optgroup>
      ))}
    </Select>
  )
}

/** One condition of the filter builder: field, comparison, value. */
export const ConditionRow = ({ condition, choices, onChange, onRemove }: RowProps) => {
  const { t } = useTranslation()
  const organisation = useOrganisation()
  const choice = choices.find((c) => keyOf(c.path) === keyOf(condition.path)) ?? choices[0]!
  const { field } = choice
  return (
    <div
      className={css.condition}
      role="group"
      aria-label={`${t('list.condition')} ${choice.through ? `${label(choice.through.label)} ` : ''}${label(field.label)}`}
    >
      <FieldSelect
        chosen={condition.path}
        choices={choices}
        onChange={(next) => onChange({ ...newCondition(next), id: condition.id })}
      />
      <Select
        aria-label={t('list.operator')}
        value={condition.op}
        onChange={(e) => {
          const op = e.currentTarget.value as Operator
          onChange({ ...condition, op, values: valuesFor(op, condition) })
        }}
        data={choice.operators.map((op) => ({ value: op, label: operatorLabel(field.kind, op) }))}
      />
      <div className={css.valueCell}>
        <Value
          key={`${keyOf(condition.path)} ${condition.op}`}
          field={field}
          condition={condition}
          onValues={(values) => onChange({ ...condition, values })}
        />
        {traits(field.kind).storage === 'money' && !field.currency && condition.op !== 'isNull' ? (
          <input
            className={css.currency}
            aria-label={t('list.currency')}
            maxLength={3}
            value={condition.currency ?? organisation.currency}
            onChange={(e) =>
              onChange({ ...condition, currency: e.currentTarget.value.toUpperCase() })
            }
          />
        ) : null}
      </div>
      <button
        type="button"
        className={css.icon}
        aria-label={t('list.removeCondition')}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}
