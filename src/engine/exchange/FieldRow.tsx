import { useId } from 'react'
import { columnsOf, type Source } from '#model/importMapping.ts'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useEditor } from './context.ts'
import { entryAs, formsFor, kindOf, type EntryKind } from './entries.ts'
import { EntryEditor } from './EntryEditor.tsx'
import { fieldLabel } from './fieldLabel.ts'
import css from './exchange.module.css'

const FORMS = {
  none: 'exchange.formNone',
  column: 'exchange.formColumn',
  constant: 'exchange.formConstant',
  values: 'exchange.formValues',
  date: 'exchange.formDate',
  addDays: 'exchange.formAddDays',
  sum: 'exchange.formSum',
  money: 'exchange.formMoney',
  template: 'exchange.formTemplate',
  reference: 'exchange.formReference',
} as const satisfies Record<EntryKind, string>

interface FieldRowProps {
  readonly field: FieldModel
  /** Accessible name; inside a new record it includes the path to it. */
  readonly name: string
  readonly entry: Source | undefined
  readonly onChange: (entry: Source | undefined) => void
  /** A new record needs it. */
  readonly needed?: boolean
  /** Needed, but not mapped. */
  readonly missing?: boolean
  /** The problem as text. */
  readonly problem?: string | undefined
}

/** The first distinct cells an entry reads, as an example. */
const useExample = (entry: Source | undefined): string => {
  const { columns, rows, mapping } = useEditor()
  const at = [...new Set(columnsOf(mapping, entry))]
    .map((c) => columns.indexOf(c))
    .filter((i) => i >= 0)
  return at.length === 0
    ? ''
    : [
        ...new Set(
          rows
            .map((r) =>
              at
                .map((i) => r[i] ?? '')
                .join(' ')
                .trim(),
            )
            .filter(Boolean),
        ),
      ]
        .slice(0, 3)
        .join(' · ')
}

/** Chooses a column, or another form of the source. */
const SourceSelect = ({
  id,
  field,
  name,
  entry,
  onChange,
  described,
  invalid,
}: Pick<FieldRowProps, 'field' | 'name' | 'entry' | 'onChange'> & {
  readonly id: string
  /** Id of the note below it. */
  readonly described: string | undefined
  readonly invalid: boolean
}) => {
  const { t } = useTranslation()
  const place = useEditor()
  const kind = kindOf(entry)
  const forms = formsFor(field, kind)
  const choose = (value: string) =>
    onChange(
      value.startsWith('c:') ? value.slice(2) : entryAs(value as EntryKind, field, entry, place),
    )
  return (
    <Select
      id={id}
      className={css.source}
      aria-label={name}
      aria-invalid={invalid}
      aria-describedby={described}
      value={typeof entry === 'string' ? `c:${entry}` : kind}
      onChange={(e) => choose(e.currentTarget.value)}
    >
      <option value="none">{t('exchange.formNone')}</option>
      <optgroup label={t('exchange.columns')}>
        {typeof entry === 'string' && !place.columns.includes(entry) ? (
          <option value={`c:${entry}`}>{entry || t('exchange.chooseColumn')}</option>
        ) : null}
        {place.columns.map((c) => (
          <option key={c} value={`c:${c}`}>
            {c}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('exchange.otherForms')}>
        {forms
          .filter((f) => f !== 'none' && f !== 'column')
          .map((f) => (
            <option key={f} value={f}>
              {t(FORMS[f])}
            </option>
          ))}
      </optgroup>
    </Select>
  )
}

/** One field: the source of its value, an example, and any problem. */
export const FieldRow = ({
  field,
  name,
  entry,
  onChange,
  needed = field.required,
  missing = false,
  problem,
}: FieldRowProps) => {
  const { t } = useTranslation()
  const id = useId()
  const kind = kindOf(entry)
  const example = useExample(entry)
  return (
    <div className={css.field} data-kind={kind} data-wrong={problem !== undefined || undefined}>
      <div className={css.fieldName}>
        <label htmlFor={id}>
          {fieldLabel(field)}
          {needed ? (
            <span className={css.star} aria-hidden>
              {' '}
              *
            </span>
          ) : null}
        </label>
      </div>
      <div className={css.fieldSource}>
        <SourceSelect
          {...{ id, field, name, entry, onChange }}
          described={problem || missing ? `${id}-note` : undefined}
          invalid={problem !== undefined}
        />
        {entry === undefined ? null : (
          <EntryEditor key={kind} field={field} name={name} entry={entry} onChange={onChange} />
        )}
        {problem ? (
          <small id={`${id}-note`} className={css.problem}>
            {problem}
          </small>
        ) : null}
        {missing && !problem ? (
          <small id={`${id}-note`} className={css.warning}>
            {t('exchange.missing')}
          </small>
        ) : null}
      </div>
      <div className={css.example} title={example}>
        {example}
      </div>
    </div>
  )
}
