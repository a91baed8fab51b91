import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { confirm } from '#ui/confirm.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { formatOf } from '../fields/format.ts'
import { useTimeZone } from '../person.ts'
import { titleOf } from '../recordActions.ts'
import { SHOWN_MS, type Revealed } from './useRevealed.ts'
import css from './reading.module.css'

/** Buttons beside a sensitive value: show it after a reason, then copy or hide it. */
export const Reveal = ({
  resource,
  record,
  field,
  revealed,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly field: FieldModel
  readonly revealed: Revealed
}) => {
  const { t, i18n } = useTranslation()
  const zone = useTimeZone()
  const client = useQueryClient()
  const what = inSentence(field.label)
  const value = revealed.values[field.name]
  const ask = () =>
    void confirm({
      title: t('detail.revealTitle', { label: what, title: titleOf(resource, record) }),
      text: t('detail.revealText', { count: SHOWN_MS / 1000 }),
      action: t('detail.reveal'),
      reason: 'required',
      run: async (reason) => {
        const { revealField } = await import('#data/writes.ts')
        revealed.show(field.name, await revealField(resource, record.id, field.name, reason ?? ''))
        await client.invalidateQueries({ queryKey: keys.history(resource.collection, record.id) })
      },
    })
  const copy = () =>
    void navigator.clipboard
      .writeText(formatOf(field, i18n.language, zone)(value ?? null))
      .then(() => toast.success(t('detail.copied', { label: what })))
  if (value === undefined) {
    return (
      <button
        type="button"
        className={css.reveal}
        aria-haspopup="dialog"
        aria-label={t('detail.revealField', { label: what })}
        title={t('detail.revealField', { label: what })}
        onClick={ask}
      >
        <IconEye size={16} aria-hidden />
      </button>
    )
  }
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('detail.revealed', { label: what, count: SHOWN_MS / 1000 })}
      </span>
      <button
        type="button"
        className={css.reveal}
        aria-label={t('detail.copyField', { label: what })}
        title={t('detail.copyField', { label: what })}
        onClick={copy}
      >
        <IconCopy size={16} aria-hidden />
      </button>
      <button
        type="button"
        className={css.reveal}
        aria-label={t('detail.hideField', { label: what })}
        title={t('detail.hideField', { label: what })}
        onClick={() => revealed.hide(field.name)}
      >
        <IconEyeOff size={16} aria-hidden />
      </button>
    </>
  )
}
