import { Button } from '#ui/Button.tsx'
import type { Included, RecordData } from '#data/types.ts'
import { settled } from '#model/shown.ts'
import type { Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import type { ResourceRights } from '../resource.ts'
import { isRestorable, REMOVED, type Difference } from './values.ts'
import css from './versions.module.css'

interface Props {
  readonly found: readonly Difference[]
  readonly record: RecordData
  readonly included: Included
  /** Names of the two versions. */
  readonly before: string
  readonly after: string
  readonly rights: ResourceRights
  /** The field that is being restored. */
  readonly busy: string | undefined
  readonly onRestore: (difference: Difference) => void
}

/**
 * The fields that differ, with both values and a button that restores the earlier one; on a phone
 * one value is below the other.
 */
export const Differences = (props: Props) => {
  const { found, record, included, before, after, rights, busy, onRestore } = props
  const { t } = useTranslation()
  const value = ({ field }: Difference, shown: Json) => (
    <div>
      {shown === REMOVED ? (
        REMOVED
      ) : (
        <FieldValue field={settled(field)} value={shown} included={included} />
      )}
    </div>
  )
  return (
    <table role="table" className={css.table} aria-label={t('versions.differences')}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('changes.field')}
          </th>
          <th role="columnheader" scope="col">
            {before}
          </th>
          <th role="columnheader" scope="col">
            {after}
          </th>
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{t('common.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {found.map((difference) => {
          const { field } = difference
          // A later version may already have the value again.
          const again =
            JSON.stringify(difference.before) === JSON.stringify(record[field.name] ?? null)
          return (
            <tr role="row" key={field.name}>
              <th role="rowheader" scope="row">
                {label(field.label)}
              </th>
              <td role="cell" data-label={before}>
                {value(difference, difference.before)}
              </td>
              <td role="cell" data-label={after}>
                {value(difference, difference.after)}
              </td>
              <td role="cell" className={css.act}>
                {!record.deletedAt && !again && isRestorable(difference, rights) ? (
                  <Button
                    size="compact"
                    variant="default"
                    loading={busy === field.name}
                    disabled={busy !== undefined}
                    aria-label={t('versions.restoreField', { label: inSentence(field.label) })}
                    onClick={() => onRestore(difference)}
                  >
                    {t('versions.restoreValue')}
                  </Button>
                ) : null}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
