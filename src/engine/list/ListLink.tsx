import { memo, use, type ComponentProps, type MouseEvent } from 'react'
import { elsewhere, HeldSearch, hrefOf, QuietLink } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import type { ListSetup } from './useList.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'resource'> & {
  readonly list: Pick<ListSetup, 'resource' | 'preset' | 'addressOf'>
  readonly search: AnyListSearch
}

/**
 * Whether two renders of a link look and lead the same: a list is as much of it as a link needs, and
 * searches are compared by content.
 */
export const isSameLink = <P extends Pick<Props, 'list' | 'search'>>(was: P, is: P): boolean => {
  const { list, search, ...rest } = is
  return (
    list.resource === was.list.resource &&
    list.preset === was.list.preset &&
    list.addressOf === was.list.addressOf &&
    (search === was.search || JSON.stringify(search) === JSON.stringify(was.search)) &&
    Object.entries(rest).every(([name, value]) => Object.is(value, was[name as keyof P]))
  )
}

/** A link to the same list with other search parameters. */
export const ListLink = memo(({ list, search, ...rest }: Props) => {
  const { resource, preset, addressOf } = list
  const held = use(HeldSearch)
  if (!held) {
    const at = preset ? { at: preset.path } : {}
    const target = { page: 'list', search: addressOf(search), ...at } as const
    return <QuietLink resource={resource} target={target} {...rest} />
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
}, isSameLink)
