import { Suspense, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { SkeletonRows } from '#ui/states.tsx'
import aside from './aside.module.css'

const Timeline = lazyPart(
  async () => (await import('#engine/detail/timeline/Timeline.tsx')).Timeline,
)

/** The timeline of a record beside its chat, which has the messages and notes; opened on request. */
export const RecordTimeline = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <section className={aside.block}>
      <h2 className={aside.blockTitle}>
        <button
          type="button"
          className={aside.fold}
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          {t('detail.timeline')}
          <IconChevronDown size={15} aria-hidden />
        </button>
      </h2>
      {open ? (
        <Suspense fallback={<SkeletonRows columns={1} rows={4} />}>
          <Timeline resource={resource} record={record} without={['message']} plain />
        </Suspense>
      ) : null}
    </section>
  )
}
