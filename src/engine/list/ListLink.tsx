import { use, type ComponentProps, type MouseEvent } from 'react'
import { elsewhere, HeldSearch, hrefOf, QuietLink } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import type { ListSetup } from './useList.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'resource'> & {
  readonly list: Pick<ListSetup, 'resource' | 'preset' | 'addressOf'>
  readonly search: AnyListSearch
}

/** A link to the same list with other search parameters. */
export const ListLink = ({ list: { resource, preset, addressOf }, search, ...rest }: Props) => {
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
}
