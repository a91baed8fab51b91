import { memo, use, type ComponentProps, type MouseEvent } from 'react'
import { own } from '#schemas/define/own.ts'
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
  const { list: before, search: searched, ...others } = was
  const names = Object.keys(rest)
  return (
    list.resource === before.resource &&
    list.preset === before.preset &&
    list.addressOf === before.addressOf &&
    (search === searched || JSON.stringify(search) === JSON.stringify(searched)) &&
    names.length === Object.keys(others).length &&
    names.every((name) => Object.is(own(rest, name), own(others, name)))
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
