import { Button } from '#ui/Button.tsx'
import { IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import classes from './detail.module.css'

const StatesDialog = quietPart(async () => (await import('./StatesDialog.tsx')).StatesDialog)

/** Help button for a record's states: opens a diagram of its lifecycle. */
export const StatesButton = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        tone="neutral"
        size="compact"
        className={classes.lone}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconRoute size={14} aria-hidden />
        <span className={classes.wideText}>{t('layouts.lifecycle')}</span>
      </Button>
      {open ? (
        <StatesDialog resource={resource} record={record} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
