import { fieldOf } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { List } from '../useList.ts'
import type { Measure } from './measures.ts'
import listCss from '../list.module.css'
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
      <select
        className={listCss.select}
        value={across?.name ?? ''}
        onChange={(e) =>
          list.setSearch({ across: e.currentTarget.value || undefined, measure: undefined })
        }
      >
        <option value="">{t('layouts.noAcross')}</option>
        {offered.map((name) => (
          <option key={name} value={name}>
            {label(fieldOf(list.resource, name)?.label ?? name)}
          </option>
        ))}
      </select>
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
      <select
        className={listCss.select}
        value={chosen?.key ?? ''}
        onChange={(e) => list.setSearch({ measure: e.currentTarget.value || undefined })}
      >
        <option value="">{t('layouts.records')}</option>
        {measures.map((measure) => (
          <option key={measure.key} value={measure.key}>
            {nameOf(measure)}
          </option>
        ))}
      </select>
    </label>
  )
}
