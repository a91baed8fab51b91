import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useEditor } from './context.ts'
import type { EntryOf } from './entries.ts'
import type { EntryProps } from './EntryEditor.tsx'
import { ValueMap } from './ValueMap.tsx'
import css from './exchange.module.css'

/** A text with `{column}`, `{row}` and `{field}`; a select inserts the names. */
export const TemplateText = ({
  name,
  value,
  onChange,
}: {
  readonly name: string
  readonly value: string
  readonly onChange: (text: string) => void
}) => {
  const { t } = useTranslation()
  const { columns, fields, mapping } = useEditor()
  const mapped = fields.filter((f) => mapping.fields[f.name] !== undefined)
  return (
    <div className={css.pair}>
      <input
        className={`${css.input} ${css.code}`}
        aria-label={t('exchange.templateOf', { name })}
        placeholder="RES-{row}"
        spellCheck={false}
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
      />
      <Select
        className={css.insert}
        aria-label={t('exchange.insertInto', { name })}
        value=""
        onChange={(e) => onChange(`${value}{${e.currentTarget.value}}`)}
      >
        <option value="">{t('exchange.insert')}</option>
        <option value="row">{t('exchange.rowNumber')}</option>
        <optgroup label={t('exchange.columns')}>
          {columns.map((c) => (
            <option key={c} value={c}>
              {c}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('exchange.fields')}>
          {mapped.map((f) => (
            <option key={f.name} value={f.name}>
              {f.label}
            </option>
          ))}
        </optgroup>
      </Select>
    </div>
  )
}

/** A template, and replacements for the cells of a column. */
export const TemplateEditor = ({ name, entry, onChange }: EntryProps<EntryOf<'template'>>) => {
  const { t } = useTranslation()
  const { columns } = useEditor()
  const words = entry.values ?? {}
  const inText = columns.filter((c) => entry.template.includes(`{${c}}`))
  const named = [...new Set([...inText, ...Object.keys(words)])]
  const set = (next: Record<string, Record<string, string>>) =>
    onChange(
      Object.keys(next).length > 0 ? { ...entry, values: next } : { template: entry.template },
    )
  return (
    <>
      <TemplateText
        name={name}
        value={entry.template}
        onChange={(template) => onChange({ ...entry, template })}
      />
      {named.map((column) => {
        const { [column]: own, ...others } = words
        return (
          <div key={column} className={css.nested}>
            <label className={css.check}>
              <input
                type="checkbox"
                checked={own !== undefined}
                onChange={(e) => set(e.currentTarget.checked ? { ...words, [column]: {} } : others)}
              />
              {t('exchange.replace', { column })}
            </label>
            {own ? (
              <ValueMap
                name={name}
                column={column}
                field={undefined}
                values={own}
                start=""
                onChange={(values: Record<string, Json>) =>
                  set({ ...words, [column]: values as Record<string, string> })
                }
              />
            ) : null}
          </div>
        )
      })}
    </>
  )
}
