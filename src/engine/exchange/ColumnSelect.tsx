import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
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
    <Select
      aria-label={name}
      value={value}
      onChange={(e) => onChange(e.currentTarget.value)}
      data={columns.map((c) => ({ value: c, label: c }))}
    >
      {columns.includes(value) ? null : (
        <option value={value}>{value || t('exchange.chooseColumn')}</option>
      )}
    </Select>
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
