import { useState } from 'react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { barButton } from '../../list/barButton.ts'

const AttachDialog = quietPart(async () => (await import('./AttachDialog.tsx')).AttachDialog)

/** Opens the dialog that attaches existing records to this one. */
export const AttachButton = (props: {
  readonly owner: ResourceModel
  readonly record: RecordData
  readonly target: ResourceModel
  readonly field: FieldModel
}) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={barButton}
        onPointerEnter={AttachDialog.preload}
        onFocus={AttachDialog.preload}
        onClick={() => setOpen(true)}
      >
        {t('detail.attach')}
      </button>
      {open ? <AttachDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
