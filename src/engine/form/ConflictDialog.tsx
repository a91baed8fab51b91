import { Button } from '#ui/Button.tsx'
import { useState } from 'react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { ResourceModel } from '#model/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import texts from '#ui/text.module.css'
import { useMedia } from '#ui/useMedia.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { Segments } from '../fields/inputs/Segments.tsx'
import type { Clash } from './values.ts'
import classes from './ConflictDialog.module.css'

/**
 * Shown when someone else saved the same fields meanwhile: mine, theirs and the original side by
 * side; one choice per field. Closing it decides nothing.
 */
export const ConflictDialog = ({
  resource,
  clashes,
  onDecide,
  onClose,
}: {
  resource: ResourceModel
  clashes: readonly Clash[]
  onDecide: (mine: readonly string[]) => void
  onClose: () => void
}) => {
  const { t } = useTranslation()
  const [mine, setMine] = useState<readonly string[]>(clashes.map((c) => c.field.name))
  const phone = useMedia('(max-width: 599px)')
  // Three tables do not fit beside each other.
  const hasRows = clashes.some((c) => c.field.kind === 'rows')
  return (
    <Dialog title={t('form.conflictTitle')} onClose={onClose} wide>
      <p className={`${texts.text} ${classes.lead}`}>
        {t('form.conflictText', { what: inSentence(resource.label.one) })}
      </p>
      <table className={classes.table} data-blocks={hasRows || phone || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{t('form.before')}</th>
            <th scope="col">{t('form.theirs')}</th>
            <th scope="col">{t('form.mine')}</th>
            <th scope="col">{t('form.keep')}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map((c) => (
            <tr key={c.field.name}>
              <th scope="row">{label(c.field.label)}</th>
              {(
                [
                  [t('form.before'), c.base],
                  [t('form.theirs'), c.theirs],
                  [t('form.mine'), c.mine],
                ] as const
              ).map(([whose, value]) => (
                <td key={whose} data-whose={whose}>
                  <FieldValue field={c.field} value={value} />
                </td>
              ))}
              <td>
                <Segments
                  name={`keep-${c.field.name}`}
                  aria-label={t('form.keepOf', { what: label(c.field.label) })}
                  options={[
                    { value: 'mine', label: t('form.mine') },
                    { value: 'theirs', label: t('form.theirs') },
                  ]}
                  value={mine.includes(c.field.name) ? 'mine' : 'theirs'}
                  onChange={(v) =>
                    setMine((old) =>
                      v === 'mine' ? [...old, c.field.name] : old.filter((n) => n !== c.field.name),
                    )
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        <Button onClick={() => onDecide(mine)}>{t('form.conflictDone')}</Button>
      </div>
    </Dialog>
  )
}
