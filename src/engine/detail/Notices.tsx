import { Suspense } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { lazyPart, quietPart } from '#ui/lazyPart.tsx'
import { WaitingChanges } from '../approvals/WaitingChanges.tsx'
import { useTagsShown } from '../tags/useTagsShown.ts'
import classes from './detail.module.css'

const TagLine = quietPart(async () => (await import('../tags/TagLine.tsx')).TagLine)
const TrashNotice = lazyPart(async () => (await import('./TrashNotice.tsx')).TrashNotice)
/** Height of the notice about the trash, with its margin. */
const NOTICE_PX = 62

/** Tags of a record, and that it is in the trash or waits for an approval. */
export const Notices = ({
  resource,
  record,
  elsewhere,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  /** The record is in a document database. */
  readonly elsewhere: boolean
}) => {
  const tags = useTagsShown(resource, record)
  return (
    <>
      {tags && !elsewhere ? (
        <div className={classes.tags}>
          <TagLine resource={resource} record={record} shown={tags} />
        </div>
      ) : null}
      {record.deletedAt ? (
        <Suspense fallback={<div style={{ blockSize: NOTICE_PX }} aria-busy="true" />}>
          <TrashNotice resource={resource} record={record} />
        </Suspense>
      ) : null}
      {resource.approvals && !elsewhere ? <WaitingChanges record={record.id} /> : null}
    </>
  )
}
