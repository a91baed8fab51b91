import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '#data/api.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { saveBlob } from '../exchange/jobs.ts'
import { titleOf } from '../recordActions.ts'

/** One button per PDF document of the record; a click downloads it. */
export const DocumentButtons = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const [busy, setBusy] = useState<string>()
  const download = async (name: string): Promise<void> => {
    setBusy(name)
    try {
      const answer = await send(`/api/${resource.collection}/${record.id}/${name}.pdf`, {
        accept: 'application/pdf',
      })
      saveBlob(await answer.blob(), `${titleOf(resource, record)}.pdf`)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.somethingWrong'))
    } finally {
      setBusy(undefined)
    }
  }
  if (record.deletedAt) return null
  return (resource.documents ?? []).map(({ name, label: text }) => (
    <Button
      key={name}
      variant="default"
      loading={busy === name}
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={() => void download(name)}
    >
      {label(text)}
    </Button>
  ))
}
