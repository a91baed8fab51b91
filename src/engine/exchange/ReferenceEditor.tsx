import type { Reference, Source } from '#model/importMapping.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { modelOf, useRights } from '../resource.ts'
import type { ResourceModel } from '#model/types.ts'
import { ColumnSelect } from './ColumnSelect.tsx'
import { useEditor } from './context.ts'
import { keysOf, withEntry } from './entries.ts'
import type { EntryProps } from './EntryEditor.tsx'
import { FieldRow } from './FieldRow.tsx'
import { TemplateText } from './TemplateEditor.tsx'
import { useImportFields } from './useImport.ts'
import { ValueMap } from './ValueMap.tsx'
import css from './exchange.module.css'

type Mode = 'column' | 'values' | 'template' | 'constant'
const modeOf = (entry: Reference): Mode => {
  if (entry.constant !== undefined) return 'constant'
  if (entry.template !== undefined) return 'template'
  return entry.values ? 'values' : 'column'
}

/** A referenced record, found by one of its fields and created if missing. */
export const ReferenceEditor = (props: EntryProps<Reference>) => {
  const target = modelOf(props.field.ref ?? '')
  return target ? <Finder {...props} target={target} /> : null
}

const Finder = ({
  name,
  entry,
  onChange,
  target,
}: EntryProps<Reference> & { readonly target: ResourceModel }) => {
  const { t } = useTranslation()
  const rights = useRights(target)
  const one = inSentence(target.label.one)
  const mode = modeOf(entry)
  const { by, create, column, values, template, constant } = entry
  const made = create ? { create } : {}
  const changeMode = (next: Mode) => {
    if (next === 'constant') return onChange({ by, ...made, constant: '' })
    if (next === 'template') {
      return onChange({ by, ...made, template: column ? `{${column}}` : '' })
    }
    const named = { by, ...made, column: column ?? '' }
    return onChange(next === 'values' ? { ...named, values: {} } : named)
  }
  const keys = keysOf(target)
  return (
    <div className={css.nested}>
      <div className={css.line}>
        <span className={css.captioned}>
          <span aria-hidden>{t('exchange.foundBy')}</span>
          <select
            className={css.input}
            aria-label={`${name}: ${t('exchange.foundBy')}`}
            value={by}
            onChange={(e) => onChange({ ...entry, by: e.currentTarget.value })}
          >
            {keys.some((f) => f.name === by) ? null : <option value={by}>{by}</option>}
            {keys.map((f) => (
              <option key={f.name} value={f.name}>
                {label(f.label)}
              </option>
            ))}
          </select>
        </span>
        <span className={css.captioned}>
          <span aria-hidden>{t('exchange.being')}</span>
          <select
            className={css.input}
            aria-label={`${name}: ${t('exchange.being')}`}
            value={mode}
            onChange={(e) => changeMode(e.currentTarget.value as Mode)}
          >
            <option value="column">{t('exchange.wayColumn')}</option>
            <option value="values">{t('exchange.formValues')}</option>
            <option value="template">{t('exchange.formTemplate')}</option>
            <option value="constant">{t('exchange.formConstant')}</option>
          </select>
        </span>
        {mode === 'column' || mode === 'values' ? (
          <ColumnSelect
            caption={t('exchange.column')}
            name={`${name}: ${t('exchange.column')}`}
            value={column ?? ''}
            onChange={(c) => onChange({ ...entry, column: c })}
          />
        ) : null}
        {mode === 'constant' ? (
          <input
            className={css.input}
            aria-label={`${name}: ${t('exchange.value')}`}
            value={constant}
            onChange={(e) => onChange({ ...entry, constant: e.currentTarget.value })}
          />
        ) : null}
      </div>
      {mode === 'template' ? (
        <TemplateText
          name={name}
          value={template ?? ''}
          onChange={(text) => onChange({ ...entry, template: text })}
        />
      ) : null}
      {mode === 'values' ? (
        <ValueMap
          name={name}
          column={column ?? ''}
          field={undefined}
          values={(values ?? {}) as Record<string, Json>}
          start=""
          onChange={(v) => onChange({ ...entry, values: v as never })}
        />
      ) : null}
      {rights.import || create ? (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={create !== undefined}
            onChange={(e) => {
              const { create: _old, ...rest } = entry
              onChange(e.currentTarget.checked ? { ...rest, create: {} } : rest)
            }}
          />
          {t('exchange.create', { one })}
        </label>
      ) : null}
      {create ? (
        <NewRecord
          target={target}
          by={by}
          create={create}
          name={name}
          onChange={(next) => onChange({ ...entry, create: next })}
        />
      ) : null}
    </div>
  )
}

/**
 * Fields of the record created for a reference: required ones, mapped ones, and a choice of the
 * others.
 */
const NewRecord = ({
  target,
  by,
  create,
  name,
  onChange,
}: {
  readonly target: ResourceModel
  readonly by: string
  readonly create: Record<string, Source>
  readonly name: string
  readonly onChange: (create: Record<string, Source>) => void
}) => {
  const { t } = useTranslation()
  const { columns } = useEditor()
  const fields = useImportFields(target)
  const given = (f: FieldModel) => create[f.name] !== undefined
  const shown = fields.filter((f) => given(f) || (f.required && f.name !== by))
  const others = fields.filter((f) => !shown.includes(f) && f.name !== by)
  const one = inSentence(target.label.one)
  return (
    <div className={css.newRecord} role="group" aria-label={t('exchange.newRecord', { one })}>
      <p className={css.newTitle}>
        {t('exchange.newRecord', { one })}{' '}
        <span className={css.muted}>
          {t('exchange.newHint', {
            key: inSentence(target.fields.find((f) => f.name === by)?.label ?? by),
          })}
        </span>
      </p>
      {shown.map((f) => (
        <FieldRow
          key={f.name}
          field={f}
          name={`${name} → ${label(f.label)}`}
          entry={create[f.name]}
          missing={f.required && !given(f)}
          onChange={(entry) => onChange(withEntry(create, f.name, entry))}
        />
      ))}
      {others.length > 0 ? (
        <select
          className={`${css.input} ${css.insert}`}
          aria-label={t('exchange.addFieldOf', { one })}
          value=""
          onChange={(e) => onChange(withEntry(create, e.currentTarget.value, columns[0] ?? ''))}
        >
          <option value="">{t('exchange.addField')}</option>
          {others.map((f) => (
            <option key={f.name} value={f.name}>
              {label(f.label)}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  )
}
