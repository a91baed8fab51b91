import type { ComponentProps } from 'react'
import { ResourceLink } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import type { List } from './useList.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'resource'> & {
  readonly list: Pick<List, 'resource' | 'preset' | 'addressOf'>
  readonly search: AnyListSearch
}

// The router marks a link as current if its parameters are a subset of the URL's; here all must
// match.
const exactly = { activeOptions: { exact: true } } as object

/** A link to the same list with other search parameters. */
export const ListLink = ({ list: { resource, preset, addressOf }, search, ...rest }: Props) => (
  <ResourceLink
    resource={resource}
    target={{ page: 'list', search: addressOf(search), ...(preset ? { at: preset.path } : {}) }}
    {...exactly}
    {...rest}
  />
)
