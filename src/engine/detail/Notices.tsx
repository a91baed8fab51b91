import { Suspense } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { WaitingChanges } from '../approvals/WaitingChanges.tsx'
import { useRights } from '../resource.ts'
import { isEmpty } from './layout.ts'
import classes from './detail.module.css'

const TagLine = lazy(() => import('../tags/TagLine.tsx').then((m) => ({ default: m.TagLine })))
const TrashNotice = lazy(() =>
  import('./TrashNotice.tsx').then((m) => ({ default: m.TrashNotice })),
)
/** Height of a line of tags. */
const TAGS_PX = 24
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
  const { update } = useRights(resource)
  const { taggable } = resource
  const tags = taggable === undefined ? undefined : own(record, taggable)
  const hasTags = !isEmpty(tags) || (update && !record.deletedAt)
  return (
    <>
      {tags !== undefined && !elsewhere ? (
        <div className={classes.tags}>
          <Suspense
            fallback={<div style={{ blockSize: hasTags ? TAGS_PX : 0 }} aria-busy="true" />}
          >
            <TagLine resource={resource} record={record} />
          </Suspense>
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
