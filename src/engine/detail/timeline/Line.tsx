/** Parts of the entries of a timeline. */
import type { ReactNode } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useFormat } from '#ui/useFormat.ts'
import { RecordLink } from '../../links.tsx'
import { useTimeZone } from '../../person.ts'
import css from './timeline.module.css'

/** Props of an entry of a kind. */
export interface EntryProps<E> {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly entry: E
  readonly included: Included
  /** Called when the timeline must be reloaded. */
  readonly onChanged: () => void
}

/** A link to a record, or its text alone if the entity has no pages. */
export const Linked = ({
  target,
  id,
  children,
}: {
  readonly target: ResourceModel
  readonly id: string
  readonly children: ReactNode
}) =>
  target.path ? (
    <RecordLink resource={target} id={id}>
      {children}
    </RecordLink>
  ) : (
    children
  )

/** How long ago, with the instant in its title. */
export const When = ({ at }: { readonly at: string }) => {
  const format = useFormat(useTimeZone())
  return (
    <time className={css.muted} dateTime={at} title={format.instant(at)}>
      {format.ago(at)}
    </time>
  )
}

/** An entry of one line. */
export const Line = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <li className={css.item}>
    {children} <When at={at} />
  </li>
)
