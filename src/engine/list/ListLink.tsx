import { use, type ComponentProps, type MouseEvent } from 'react'
import { elsewhere, HeldSearch, hrefOf, ResourceLink } from '../links.tsx'
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
export const ListLink = ({ list: { resource, preset, addressOf }, search, ...rest }: Props) => {
  const held = use(HeldSearch)
  if (!held) {
    const at = preset ? { at: preset.path } : {}
    const target = { page: 'list', search: addressOf(search), ...at } as const
    return <ResourceLink resource={resource} target={target} {...exactly} {...rest} />
  }
  const [, setSearch] = held
  const show = (e: MouseEvent): void => {
    if (elsewhere(e)) return
    e.preventDefault()
    setSearch(() => search)
  }
  return (
    <a
      href={hrefOf(resource, { page: 'list', search: addressOf(search) })}
      onClick={show}
      {...rest}
    />
  )
}
