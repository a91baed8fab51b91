import type { ComponentProps } from 'react'
import type { RecordData } from '#data/types.ts'
import { ResourceLink } from '../../links.tsx'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'resource'> & {
  readonly list: Pick<List, 'resource' | 'rights' | 'trashed'>
  readonly row: RecordData
}

/** A record's title, or what is given instead: a link where the person may open the record. */
export const RecordTitle = ({
  list: { resource, rights, trashed },
  row,
  children = titleOf(resource, row),
  ...rest
}: Props) =>
  rights.read && !trashed ? (
    <ResourceLink resource={resource} target={{ page: 'detail', id: row.id }} data-mixed {...rest}>
      {children}
    </ResourceLink>
  ) : (
    <span className={rest.className} tabIndex={-1} data-mixed data-row-link="" data-card-link="">
      {children}
    </span>
  )
