import type { Reference } from '#model/importMapping.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { loadColumnWords } from '#ui/columnWords.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { modelOf, useRights } from '../resource.ts'
import { ColumnSelect } from './ColumnSelect.tsx'
import { useEditor } from './context.ts'
import { keysOf } from './entries.ts'
import type { EntryProps } from './EntryEditor.tsx'
import { NewRecord } from './NewRecord.tsx'
import { newRecordMatch } from './newRecordMatch.ts'
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

type FinderProps = EntryProps<Reference> & { readonly target: ResourceModel }

/** The field of the target by which a record is found. */
const FoundBy = ({ name, entry, onChange, target }: FinderProps) => {
  const { t } = useTranslation()
  const { by } = entry
  const keys = keysOf(target)
  return (
    <span className={css.captioned}>
      <span aria-hidden>{t('exchange.foundBy')}</span>
      <Select
        aria-label={`${name}: ${t('exchange.foundBy')}`}
        value={by}
        onChange={(e) => onChange({ ...entry, by: e.currentTarget.value })}
        data={keys.map((f) => ({ value: f.name, label: label(f.label) }))}
      >
        {keys.some((f) => f.name === by) ? null : <option value={by}>{by}</option>}
      </Select>
    </span>
  )
}

/** Returns the entry in another mode, with what of it still fits. */
const inMode = ({ by, create, column }: Reference, mode: Mode): Reference => {
  const made = create ? { create } : {}
  if (mode === 'constant') return { by, ...made, constant: '' }
  if (mode === 'template') return { by, ...made, template: column ? `{${column}}` : '' }
  const named = { by, ...made, column: column ?? '' }
  return mode === 'values' ? { ...named, values: {} } : named
}

/** Where the value comes from that is looked for. */
const Being = ({ name, entry, onChange }: EntryProps<Reference>) => {
  const { t } = useTranslation()
  return (
    <span className={css.captioned}>
      <span aria-hidden>{t('exchange.being')}</span>
      <Select
        aria-label={`${name}: ${t('exchange.being')}`}
        value={modeOf(entry)}
        onChange={(e) => onChange(inMode(entry, e.currentTarget.value as Mode))}
      >
        <option value="column">{t('exchange.wayColumn')}</option>
        <option value="values">{t('exchange.formValues')}</option>
        <option value="template">{t('exchange.formTemplate')}</option>
        <option value="constant">{t('exchange.formConstant')}</option>
      </Select>
    </span>
  )
}

const Finder = (props: FinderProps) => {
  const { name, entry, onChange, target } = props
  const { t } = useTranslation()
  const rights = useRights(target)
  const place = useEditor()
  const fields = useImportFields(target)
  const one = inSentence(target.label.one)
  const mode = modeOf(entry)
  const { by, create, column, values, template, constant } = entry
  return (
    <div className={css.nested}>
      <div className={css.line}>
        <FoundBy {...props} />
        <Being {...props} />
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
              if (!e.currentTarget.checked) return onChange(rest)
              onChange({ ...rest, create: {} })
              void loadColumnWords().then((words) =>
                onChange({
                  ...rest,
                  create: newRecordMatch(props.field, entry, fields, place, words),
                }),
              )
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
