import { IconPlus, IconTrash } from '@tabler/icons-react'
import { isReference, type Source } from '#model/importMapping.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { ColumnSelect } from './ColumnSelect.tsx'
import { useEditor } from './context.ts'
import type { EntryOf, ValuesEntry } from './entries.ts'
import { fieldLabel } from './fieldLabel.ts'
// Import circle: a reference may be created from further entries, so its editor holds entry editors.
import { ReferenceEditor } from './ReferenceEditor.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { ValueInput } from './ValueInput.tsx'
import { ValueMap } from './ValueMap.tsx'
import css from './exchange.module.css'

export interface EntryProps<E> {
  readonly field: FieldModel
  readonly name: string
  readonly entry: E
  readonly onChange: (entry: Source) => void
}

/** The inputs an entry needs beyond its form. */
export const EntryEditor = ({ entry, ...rest }: EntryProps<Source>) => {
  const { t } = useTranslation()
  if (typeof entry === 'string') return null
  if (isReference(entry)) return <ReferenceEditor {...rest} entry={entry} />
  if ('constant' in entry) {
    return (
      <ValueInput
        field={rest.field}
        name={`${rest.name}: ${t('exchange.value')}`}
        value={entry.constant as Json}
        onChange={(constant) => rest.onChange({ constant: constant as never })}
      />
    )
  }
  if ('date' in entry) return <DateEditor {...rest} entry={entry} />
  if ('addDays' in entry) return <AddDaysEditor {...rest} entry={entry} />
  if ('sum' in entry) {
    return (
      <Columns name={rest.name} columns={entry.sum} onColumns={(sum) => rest.onChange({ sum })} />
    )
  }
  if ('money' in entry) return <MoneyEditor {...rest} entry={entry} />
  if ('template' in entry) return <TemplateEditor {...rest} entry={entry} />
  return <ValuesEditor {...rest} entry={entry} />
}

const DateEditor = ({ name, entry, onChange }: EntryProps<EntryOf<'date'>>) => {
  const { t } = useTranslation()
  const captions = [t('exchange.year'), t('exchange.month'), t('exchange.day')]
  return (
    <div className={css.line}>
      {entry.date.map((column, i) => (
        <ColumnSelect
          key={i}
          caption={captions[i]}
          name={`${name}: ${captions[i]}`}
          value={column}
          onChange={(c) =>
            onChange({
              date: entry.date.map((old, at) => (at === i ? c : old)) as [string, string, string],
            })
          }
        />
      ))}
    </div>
  )
}

const Columns = ({
  name,
  columns,
  onColumns,
}: Pick<EntryProps<Source>, 'name'> & {
  readonly columns: readonly string[]
  readonly onColumns: (columns: string[]) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.line}>
      {columns.map((column, i) => (
        <span key={i} className={css.pair}>
          <ColumnSelect
            name={t('exchange.columnOf', { name, n: i + 1 })}
            value={column}
            onChange={(c) => onColumns(columns.map((old, at) => (at === i ? c : old)))}
          />
          {columns.length > 1 ? (
            <button
              type="button"
              className={css.icon}
              aria-label={t('exchange.removeColumn', { column })}
              onClick={() => onColumns(columns.filter((_, at) => at !== i))}
            >
              <IconTrash size={15} aria-hidden />
            </button>
          ) : null}
        </span>
      ))}
      <button type="button" className={css.quiet} onClick={() => onColumns([...columns, ''])}>
        <IconPlus size={14} aria-hidden />
        {t('exchange.addColumn')}
      </button>
    </div>
  )
}

const AddDaysEditor = ({ entry, name, field, onChange }: EntryProps<EntryOf<'addDays'>>) => {
  const { t } = useTranslation()
  const { fields } = useEditor()
  const [from, ...columns] = entry.addDays
  const days = fields.filter((f) => f.kind === 'day' && f.name !== field.name)
  return (
    <>
      <span className={css.captioned}>
        <span aria-hidden>{t('exchange.from')}</span>
        <Select
          aria-label={`${name}: ${t('exchange.from')}`}
          value={from}
          onChange={(e) => onChange({ addDays: [e.currentTarget.value, ...columns] })}
          data={days.map((f) => ({ value: f.name, label: fieldLabel(f) }))}
        >
          {days.some((f) => f.name === from) ? null : <option value={from}>{from}</option>}
        </Select>
      </span>
      <Columns
        name={name}
        columns={columns}
        onColumns={(next) => onChange({ addDays: [from, ...next] })}
      />
    </>
  )
}

const MoneyEditor = ({ name, field, entry, onChange }: EntryProps<EntryOf<'money'>>) => {
  const { t } = useTranslation()
  const { columns, currency: usual } = useEditor()
  const { currency } = entry
  const code = typeof currency === 'string' ? currency : ''
  return (
    <div className={css.line}>
      <ColumnSelect
        caption={t('exchange.amount')}
        name={`${name}: ${t('exchange.amount')}`}
        value={entry.money}
        onChange={(money) => onChange({ ...entry, money })}
      />
      <span className={css.captioned}>
        <span aria-hidden>{t('exchange.currency')}</span>
        <Select
          aria-label={`${name}: ${t('exchange.currency')}`}
          value={typeof currency === 'string' ? '' : `c:${currency.column}`}
          onChange={(e) =>
            onChange({
              ...entry,
              currency:
                e.currentTarget.value === ''
                  ? (field.currency ?? usual)
                  : { column: e.currentTarget.value.slice(2) },
            })
          }
        >
          <option value="">{t('exchange.always')}</option>
          <optgroup label={t('exchange.columns')}>
            {[
              ...new Set([...columns, ...(typeof currency === 'string' ? [] : [currency.column])]),
            ].map((c) => (
              <option key={c} value={`c:${c}`}>
                {c}
              </option>
            ))}
          </optgroup>
        </Select>
      </span>
      {typeof currency === 'string' ? (
        <input
          className={`${css.input} ${css.short}`}
          aria-label={t('exchange.currencyCode', { name })}
          maxLength={3}
          value={code}
          onChange={(e) => onChange({ ...entry, currency: e.currentTarget.value.toUpperCase() })}
        />
      ) : null}
      <label className={css.check}>
        <input
          type="checkbox"
          checked={entry.minor ?? false}
          onChange={(e) => {
            const { minor: _old, ...rest } = entry
            onChange(e.currentTarget.checked ? { ...rest, minor: true } : rest)
          }}
        />
        {t('exchange.minor')}
      </label>
    </div>
  )
}

const ValuesEditor = ({ name, field, entry, onChange }: EntryProps<ValuesEntry>) => {
  const { t } = useTranslation()
  const start = (field.options?.[0]?.value ??
    field.default ??
    (field.kind === 'boolean' ? false : '')) as Json
  const { otherwise, ...rest } = entry
  return (
    <>
      <ColumnSelect
        name={t('exchange.columnOf', { name, n: 1 })}
        value={entry.column}
        onChange={(column) => onChange({ ...entry, column })}
      />
      {entry.values ? (
        <ValueMap
          name={name}
          column={entry.column}
          field={field}
          values={entry.values as Record<string, Json>}
          start={start}
          onChange={(values) => onChange({ ...entry, values: values as never })}
        />
      ) : null}
      <div className={css.line}>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={otherwise !== undefined}
            onChange={(e) =>
              onChange(e.currentTarget.checked ? { ...rest, otherwise: start as never } : rest)
            }
          />
          {t('exchange.otherwise')}
        </label>
        {otherwise !== undefined ? (
          <ValueInput
            field={field}
            name={t('exchange.otherwiseOf', { name })}
            value={otherwise as Json}
            onChange={(value) => onChange({ ...rest, otherwise: value as never })}
          />
        ) : (
          <small className={css.muted}>{t('exchange.otherwiseHint')}</small>
        )}
      </div>
    </>
  )
}
