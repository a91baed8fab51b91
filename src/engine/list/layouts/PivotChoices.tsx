import { fieldOf } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import type { List } from '../useList.ts'
import type { Measure } from './measures.ts'
import css from './groups.module.css'

/** Chooses the field whose values are columns. */
export const AcrossChoice = ({
  list,
  offered,
  across,
}: {
  readonly list: List
  readonly offered: readonly string[]
  readonly across: FieldModel | undefined
}) => {
  const { t } = useTranslation()
  return (
    <label className={css.by}>
      {t('layouts.across')}
      <Select
        small
        value={across?.name ?? ''}
        onChange={(e) =>
          list.setSearch({ across: e.currentTarget.value || undefined, measure: undefined })
        }
        data={offered.map((name) => ({
          value: name,
          label: label(fieldOf(list.resource, name)?.label ?? name),
        }))}
      >
        <option value="">{t('layouts.noAcross')}</option>
      </Select>
    </label>
  )
}

/** The name of a measure: `Sum of Total`. */
export const useMeasureName = () => {
  const { t } = useTranslation()
  return ({ fn, field }: Measure): string =>
    t(fn === 'sum' ? 'layouts.sumOf' : 'layouts.averageOf', { field: label(field.label) })
}

/** Chooses what the cells of the table say; the number of records is not in the URL. */
export const MeasureChoice = ({
  list,
  measures,
  chosen,
}: {
  readonly list: List
  readonly measures: readonly Measure[]
  readonly chosen: Measure | undefined
}) => {
  const { t } = useTranslation()
  const nameOf = useMeasureName()
  return (
    <label className={css.by}>
      {t('layouts.measure')}
      <Select
        small
        value={chosen?.key ?? ''}
        onChange={(e) => list.setSearch({ measure: e.currentTarget.value || undefined })}
        data={measures.map((measure) => ({ value: measure.key, label: nameOf(measure) }))}
      >
        <option value="">{t('layouts.records')}</option>
      </Select>
    </label>
  )
}
