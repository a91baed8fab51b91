import type { Source } from '#model/importMapping.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useEditor } from './context.ts'
import { withEntry } from './entries.ts'
import { fieldLabel } from './fieldLabel.ts'
import { FieldRow } from './FieldRow.tsx'
import { isNeeded, missingFields, offeredFields } from './problems.ts'
import { useImportFields } from './useImport.ts'
import css from './exchange.module.css'

/**
 * Fields of the record created for a reference: required ones, mapped ones, and a choice of the
 * others.
 */
export const NewRecord = ({
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
  const missing = missingFields(fields, create).filter((f) => f.name !== by)
  const offered = offeredFields(fields, create)
  const shown = offered.filter((f) => given(f) || missing.includes(f))
  const others = offered.filter((f) => !shown.includes(f) && f.name !== by)
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
          name={`${name} → ${fieldLabel(f)}`}
          entry={create[f.name]}
          needed={isNeeded(f, create)}
          missing={missing.includes(f)}
          onChange={(entry) => onChange(withEntry(create, f.name, entry))}
        />
      ))}
      {others.length > 0 ? (
        <Select
          className={css.insert}
          aria-label={t('exchange.addFieldOf', { one })}
          value=""
          onChange={(e) => onChange(withEntry(create, e.currentTarget.value, columns[0] ?? ''))}
          data={others.map((f) => ({ value: f.name, label: fieldLabel(f) }))}
        >
          <option value="">{t('exchange.addField')}</option>
        </Select>
      ) : null}
    </div>
  )
}
