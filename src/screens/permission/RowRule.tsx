import '#engine/fields/inputs/lists.css'
import { useState } from 'react'
import { MultiSelect, TagsInput } from '@mantine/core'
import { Button, IconButton } from '#ui/Button.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { useHolds } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import { modelOf, useModel } from '#engine/resource.ts'
import { label, useTranslation, type Translate } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { isRowWord, ME, TEAM } from '#schemas/define/rowWords.ts'
import { rowFieldsOf, textsOf, valuesOf } from './rowFields.ts'
import type { Rule } from './useDraft.ts'
import css from './permission.module.css'

interface ValuesProps {
  readonly field: FieldModel
  readonly name: string
  readonly value: readonly string[]
  readonly disabled: boolean
  readonly error?: string | undefined
  readonly onChange: (texts: readonly string[]) => void
}

/** The words that stand for people depending on the caller, and their labels. */
const rowWords = (t: Translate) =>
  [
    [ME, t('permission.me')],
    [TEAM, t('permission.team')],
  ] as const

/** Select for records of the referenced collection, searched by typing. */
const RecordValues = ({ field, name, value, disabled, error, onChange }: ValuesProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const target = modelOf(field.ref ?? '')
  const may = useHolds()(`${target?.entity ?? ''}.list`)
  const ids = value.filter((v) => !isRowWord(v))
  const known = useQuery({
    ...optionsQuery(field.ref ?? '', { ids }),
    enabled: may && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...optionsQuery(field.ref ?? '', search ? { search } : {}),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const titles = new Map([
    ...(target?.person ? rowWords(t) : []),
    ...[...(known.data ?? []), ...(found.data ?? [])].map((o) => [o.id, o.title] as const),
  ])
  for (const id of value) if (!titles.has(id)) titles.set(id, id.slice(-8))
  return (
    <MultiSelect
      aria-label={name}
      data={[...titles].map(([id, title]) => ({ value: id, label: title }))}
      value={[...value]}
      disabled={disabled}
      error={error}
      searchable
      hidePickedOptions
      filter={({ options }) =>
        options.filter((o) => !('value' in o && isRowWord(o.value)) || !search)
      }
      onSearchChange={setTyped}
      onChange={onChange}
      placeholder={value.length ? '' : t('permission.chooseValues')}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

const optionsOf = (field: FieldModel, t: Translate) => {
  if (field.kind === 'id') return rowWords(t).map(([value, text]) => ({ value, label: text }))
  if (field.kind === 'boolean') {
    return [
      { value: 'true', label: t('common.yes') },
      { value: 'false', label: t('common.no') },
    ]
  }
  return field.options?.map((o) => ({ value: o.value, label: label(o.label) }))
}

/** Input for the values of a condition, by the kind of its field. */
const Values = (props: ValuesProps) => {
  const { t } = useTranslation()
  const { field, name, value, disabled, error, onChange } = props
  if (field.kind === 'ref' || field.kind === 'refs') return <RecordValues {...props} />
  const options = optionsOf(field, t)
  if (options) {
    return (
      <MultiSelect
        aria-label={name}
        data={options}
        value={[...value]}
        disabled={disabled}
        error={error}
        onChange={onChange}
        placeholder={value.length ? '' : t('permission.chooseValues')}
        comboboxProps={{ withinPortal: false }}
      />
    )
  }
  return (
    <TagsInput
      aria-label={name}
      value={[...value]}
      disabled={disabled}
      error={error}
      onChange={onChange}
      placeholder={value.length ? '' : t('permission.typeValues')}
      splitChars={[',', ';']}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
    />
  )
}

interface RowRuleProps {
  readonly resource: ResourceModel
  readonly rule: Rule | undefined
  readonly readOnly: boolean
  readonly errors: ReadonlyMap<string, string>
  readonly onChange: (rule: Rule | undefined) => void
}

type RowField = ReturnType<typeof rowFieldsOf>[number]

/** One condition: a field and the values it may have. */
const Condition = ({
  number,
  path,
  value,
  fields,
  resource,
  rule,
  readOnly,
  errors,
  onChange,
}: RowRuleProps & {
  /** From one. */
  readonly number: number
  readonly path: string
  readonly value: Rule[string]
  readonly fields: readonly RowField[]
}) => {
  const { t } = useTranslation()
  const conditions = Object.entries(rule ?? {})
  const known = fields.find((f) => f.path === path)
  const rename = (to: string) =>
    onChange(
      Object.fromEntries(conditions.map(([p, texts]) => (p === path ? [to, []] : [p, texts]))),
    )
  const remove = () => {
    const rest = conditions.filter(([p]) => p !== path)
    onChange(rest.length ? Object.fromEntries(rest) : undefined)
  }
  return (
    <div className={css.condition}>
      <Select
        aria-label={t('permission.conditionField', { number })}
        value={path}
        disabled={readOnly}
        onChange={(e) => rename(e.currentTarget.value)}
        data={fields
          .filter((f) => f.path === path || !(f.path in (rule ?? {})))
          .map((f) => ({ value: f.path, label: f.label }))}
      >
        {known ? null : <option value={path}>{path}</option>}
      </Select>
      <div className={css.values}>
        {known ? (
          <Values
            key={path}
            field={known.field}
            name={t('permission.conditionValues', { number })}
            value={textsOf(value)}
            disabled={readOnly}
            error={errors.get(`rows.${resource.entity}.${path}`)}
            onChange={(texts) => onChange({ ...rule, [path]: valuesOf(known.field, texts) })}
          />
        ) : (
          <code>{JSON.stringify(value)}</code>
        )}
      </div>
      {readOnly ? null : (
        <IconButton
          style={{ color: 'var(--muted)' }}
          size={32}
          aria-label={t('permission.removeCondition', { field: known?.label ?? path })}
          onClick={remove}
        >
          <IconX size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** Rows of an entity that a role can access: all, or those that meet every condition. */
export const RowRule = (props: RowRuleProps) => {
  const { resource, rule, readOnly, errors, onChange } = props
  const { t } = useTranslation()
  const fields = rowFieldsOf(useModel(), resource)
  const conditions = Object.entries(rule ?? {})
  const free = fields.filter((f) => !(f.path in (rule ?? {})))
  const whole = errors.get(`rows.${resource.entity}`)
  return (
    <section className={css.section}>
      <h3>{t('permission.rows')}</h3>
      <p className={css.note}>
        {conditions.length ? t('permission.rowsRule') : t('permission.rowsAll')}
      </p>
      {whole ? (
        <p className={css.problem} role="alert">
          {whole}
        </p>
      ) : null}
      {conditions.map(([path, value], i) => (
        <Condition key={path} number={i + 1} {...props} {...{ path, value, fields }} />
      ))}
      {readOnly || !free[0] ? null : (
        <Button
          variant="default"
          size="small"
          onClick={() => onChange({ ...rule, [free[0]!.path]: [] })}
        >
          <IconPlus size={14} aria-hidden />
          {t('permission.addCondition')}
        </Button>
      )}
    </section>
  )
}
