import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { optionsQuery } from '#data/queries.ts'
import type { FieldModel } from '#model/types.ts'
import { takesList } from '#model/filterValue.ts'
import type { Operator } from '#schemas/define/kinds.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useOrganisation } from '../person.ts'
import { newCondition, type Choice, type DraftCondition } from './filterDraft.ts'
import { idsAmong, takesMe } from './me.ts'
import { operatorLabel } from './operators.ts'
import { useDebounced } from './useDebounced.ts'
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
interface ValueProps {
  readonly field: FieldModel
  readonly condition: DraftCondition
  readonly onValues: (values: readonly string[]) => void
}

const keyOf = (path: readonly string[]) => path.join('.')

/** Search select for records: one, or several with checkboxes. */
const ReferenceValue = ({ field, condition, onValues }: ValueProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const many = takesList(condition.op)
  const known = useQuery({
    ...optionsQuery(field.ref ?? '', { ids: idsAmong(condition.values) }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...optionsQuery(field.ref ?? '', search ? { search } : {}),
    placeholderData: keepPreviousData,
  })
  const records = [
    ...new Map([...(known.data ?? []), ...(found.data ?? [])].map((o) => [o.id, o])).values(),
  ].filter((o) => condition.values.includes(o.id) || found.data?.includes(o))
  const options =
    takesMe(field) && !search ? [{ id: ME, title: t('list.me') }, ...records] : records
  const toggle = (id: string, on: boolean) => {
    const others = many ? condition.values.filter((v) => v !== id) : []
    onValues(on ? [...others, id] : others)
  }
  return (
    <div className={css.value}>
      <input
        type="search"
        className={css.input}
        value={typed}
        placeholder={t('list.find')}
        aria-label={t('list.find')}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
      <div className={css.choices} data-small="">
        {options.map((o) => (
          <label key={o.id} className={css.choice}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={`value-${condition.id}`}
              checked={condition.values.includes(o.id)}
              onChange={(e) => toggle(o.id, e.currentTarget.checked)}
            />
            <span className={css.choiceText}>{o.title}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

const TYPES: Partial<Record<FieldModel['kind'], string>> = {
  day: 'date',
  instant: 'date',
  time: 'time',
  int: 'number',
  number: 'number',
  rating: 'number',
  bps: 'number',
  money: 'number',
}

interface Option {
  readonly value: string
  readonly text: string
}

interface OneOfProps {
  readonly options: readonly Option[]
  readonly value: string
  readonly onValues: (values: readonly string[]) => void
}

const OneOf = ({ options, value, onValues }: OneOfProps) => {
  const { t } = useTranslation()
  return (
    <select
      className={css.input}
      aria-label={t('list.value')}
      value={value}
      onChange={(e) => onValues(e.currentTarget.value ? [e.currentTarget.value] : [])}
    >
      <option value="" />
      {options.map((o) => (
        <option key={o.value} value={o.value}>
          {o.text}
        </option>
      ))}
    </select>
  )
}

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

const Value = ({ field, condition, onValues }: ValueProps) => {
  const { t } = useTranslation()
  const { op, values } = condition
  const single = (options: readonly Option[]) => (
    <OneOf options={options} value={values[0] ?? ''} onValues={onValues} />
  )
  if (op === 'isNull' || field.kind === 'boolean') {
    return single([
      { value: 'true', text: t('common.yes') },
      { value: 'false', text: t('common.no') },
    ])
  }
  if (field.kind === 'ref' || field.kind === 'refs') {
    return <ReferenceValue field={field} condition={condition} onValues={onValues} />
  }
  if (field.options && op !== 'contains') {
    const options = field.options.map((o) => ({ value: o.value, text: label(o.label) }))
    return takesList(op) ? (
      <SomeOf options={options} values={values} onValues={onValues} />
    ) : (
      single(options)
    )
  }
  const input = (text: string, set: (v: string) => void, name: string) => (
    <input
      key={name}
      className={css.input}
      type={TYPES[field.kind] ?? 'text'}
      step="any"
      aria-label={name}
      value={field.kind === 'instant' ? text.slice(0, 10) : text}
      onChange={(e) => set(e.currentTarget.value)}
    />
  )
  if (op === 'between') {
    return (
      <span className={css.pair}>
        {input(values[0] ?? '', (v) => onValues([v, values[1] ?? '']), t('list.from'))}
        {input(values[1] ?? '', (v) => onValues([values[0] ?? '', v]), t('list.to'))}
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
    <select
      className={css.input}
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
    </select>
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
      <select
        className={css.input}
        aria-label={t('list.operator')}
        value={condition.op}
        onChange={(e) => {
          const op = e.currentTarget.value as Operator
          onChange({ ...condition, op, values: valuesFor(op, condition) })
        }}
      >
        {choice.operators.map((op) => (
          <option key={op} value={op}>
            {operatorLabel(field.kind, op)}
          </option>
        ))}
      </select>
      <div className={css.valueCell}>
        <Value
          key={`${keyOf(condition.path)} ${condition.op}`}
          field={field}
          condition={condition}
          onValues={(values) => onChange({ ...condition, values })}
        />
        {field.kind === 'money' && !field.currency && condition.op !== 'isNull' ? (
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
