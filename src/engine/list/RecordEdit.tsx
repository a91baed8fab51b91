import { useEffect } from 'react'
import { own } from '#schemas/define/own.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { showOver } from '../overlay.ts'
import { useRights } from '../resource.ts'
import { bulkFields } from './bulkFields.ts'
import { useBulk } from './useBulk.tsx'

const close = () => showOver(null)

/** The dialog that changes fields of one record, starting with one of them. */
export const RecordEdit = ({
  resource,
  record,
  field,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly field: string
}) => {
  const rights = useRights(resource)
  const bulk = useBulk(
    {
      resource,
      rights,
      trashed: false,
      selection: { [record.id]: true },
      matching: undefined,
      clearSelection: close,
      setMatching: close,
    },
    bulkFields({ resource, rights, trashed: false }),
    close,
  )
  const { open } = bulk
  useEffect(() => {
    void open({ kind: 'edit' }, undefined, { [field]: own(record, field) ?? null })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once
  }, [])
  return bulk.dialog
}
