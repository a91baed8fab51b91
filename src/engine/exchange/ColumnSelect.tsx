import { useTranslation } from '#ui/i18n.ts'
import { useEditor } from './context.ts'
import css from './exchange.module.css'

interface ColumnSelectProps {
  readonly name: string
  readonly value: string
  readonly onChange: (column: string) => void
  readonly caption?: string | undefined
}

/** Select for a column of the file; a column missing from the file stays visible. */
export const ColumnSelect = ({ name, value, onChange, caption }: ColumnSelectProps) => {
  const { t } = useTranslation()
  const { columns } = useEditor()
  const select = (
    <select
      className={css.input}
      aria-label={name}
      value={value}
      onChange={(e) => onChange(e.currentTarget.value)}
    >
      {columns.includes(value) ? null : (
        <option value={value}>{value || t('exchange.chooseColumn')}</option>
      )}
      {columns.map((c) => (
        <option key={c} value={c}>
          {c}
        </option>
      ))}
    </select>
  )
  return caption ? (
    <span className={css.captioned}>
      <span aria-hidden>{caption}</span>
      {select}
    </span>
  ) : (
    select
  )
}
