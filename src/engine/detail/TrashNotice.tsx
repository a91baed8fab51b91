import { Button } from '#ui/Button.tsx'
import { IconTrash } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useGoTo } from '../links.tsx'
import { RecordNotice } from '../RecordNotice.tsx'
import { useTimeZone } from '../person.ts'
import { useRecordActions } from '../recordActions.ts'

/** Notice that the record is in the trash, with buttons to restore it or delete it permanently. */
export const TrashNotice = ({
  resource,
  record,
}: {
  resource: ResourceModel
  record: RecordData
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const actions = useRecordActions(resource)
  const goTo = useGoTo()
  return (
    <RecordNotice
      tone="warning"
      icon={IconTrash}
      actions={
        <>
          {actions.rights.delete ? (
            <Button size="small" onClick={() => void actions.restore(record)}>
              {t('detail.restore')}
            </Button>
          ) : null}
          {actions.rights.purge ? (
            <Button
              size="small"
              variant="subtle"
              tone="danger"
              onClick={() =>
                void actions.purge(record).then((done) => {
                  if (done) void goTo(resource, { page: 'list' })
                })
              }
            >
              {t('detail.purge')}
            </Button>
          ) : null}
        </>
      }
    >
      {t('detail.inTrash', { at: format.instant(String(record.deletedAt)) })}
    </RecordNotice>
  )
}
