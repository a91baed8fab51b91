import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPencil, IconX } from '@tabler/icons-react'
import { recordQuery } from '#data/queries.ts'
import type { RecordResponse } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { Cards, EmptyFields } from '../detail/Cards.tsx'
import { withLayout } from '../detail/declared.ts'
import { layoutOf } from '../detail/layout.ts'
import { Strip } from '../detail/Strip.tsx'
import { Summary } from '../detail/Summary.tsx'
import { useFollowed } from '../detail/useFollowed.ts'
import { RecordLink } from '../links.tsx'
import { titleOf } from '../recordActions.ts'
import { rowAt } from './usePeek.ts'
import css from './peek.module.css'

interface Props {
  readonly resource: ResourceModel
  readonly id: string
  readonly trashed: boolean
  readonly onClose: () => void
  /** Edits the record; absent if the person may not. */
  readonly onEdit?: (() => void) | undefined
}

const Content = ({
  resource,
  response: { data: record, included },
}: Pick<Props, 'resource'> & { readonly response: RecordResponse }) => {
  useFollowed(resource, record)
  const layout = layoutOf(withLayout(resource), record)
  const shown = { resource, record, included }
  const cards = { record, included, footers: layout.footers, taken: layout.taken }
  return (
    <>
      <Summary {...shown} parts={layout.summary} />
      <Strip {...shown} parts={layout.strip} />
      <Cards cards={layout.facts} {...cards} beside />
      <Cards cards={layout.aside} {...cards} beside />
      <EmptyFields fields={layout.empty} />
    </>
  )
}

/** A record beside the list, for reading; the keys stay with the list. */
export const PeekPanel = ({ resource, id, trashed, onClose, onEdit }: Props) => {
  const { t } = useTranslation()
  const shown = useRef(id)
  shown.current = id
  // Who was inside returns to the row.
  useEffect(
    () => () => {
      if (rowAt(document.activeElement)) return
      const row = `[data-id="${CSS.escape(shown.current)}"] [data-row-link]`
      document.querySelector<HTMLElement>(row)?.focus()
    },
    [],
  )
  const { data, error, refetch } = useQuery({
    ...recordQuery(resource, id, { trashed }),
    retry: false,
  })
  const record = data?.data
  const title = record ? titleOf(resource, record) : label(resource.label.one)
  const state = resource.states.find((s) => s.value === record?.state)
  const body = () => {
    if (data) return <Content key={id} resource={resource} response={data} />
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows columns={1} rows={8} />
    )
  }
  return (
    <aside className={css.peek} aria-label={t('list.peek')}>
      <div className={css.head}>
        <div className={css.name} role="status">
          <h2 className={css.title}>
            {record ? (
              <RecordLink resource={resource} id={id}>
                {title}
              </RecordLink>
            ) : (
              title
            )}
          </h2>
          {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
        </div>
        {onEdit ? (
          <button
            type="button"
            className={css.icon}
            aria-label={t('list.edit')}
            title={t('list.edit')}
            onClick={onEdit}
          >
            <IconPencil size={16} aria-hidden />
          </button>
        ) : null}
        <button
          type="button"
          className={css.icon}
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
      {/* Scrolled by keyboard, which needs a stop. */}
      <div className={css.body} tabIndex={0} role="region" aria-label={title}>
        {body()}
      </div>
    </aside>
  )
}
