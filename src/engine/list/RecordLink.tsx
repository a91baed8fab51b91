import type { ComponentProps, MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { ResourceModel } from '#model/types.ts'
import { hrefOf } from '../links.tsx'

/** A link to a record, for rows: as `ResourceLink`, but it does not watch the address, which a page full of links would pay for at every change of it. */
export const RecordLink = ({ resource, id, ...rest }: Omit<ComponentProps<'a'>, 'resource' | 'href' | 'target' | 'onClick' | 'id'> & { readonly resource: ResourceModel; readonly id: string }) => {
  const router = useRouter()
  const href = hrefOf(resource, { page: 'detail', id })
  // Known to the router only when it runs, as every address of a record.
  const to = { to: href as '/' }
  const ahead = () => { router.preloadRoute(to).catch(() => {}) }
  const go = (e: MouseEvent) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return
    e.preventDefault()
    void router.navigate(to)
  }
  return <a href={href} onClick={go} onMouseEnter={ahead} onFocus={ahead} {...rest} />
}
