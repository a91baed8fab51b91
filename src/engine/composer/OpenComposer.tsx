import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useHolds } from '#data/me.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Composer, Composing } from '../composers.ts'
import { hrefOf, useGoToAddress } from '../links.tsx'
import { readListSearch } from '../listSearch.ts'
import { showOver } from '../overlay.ts'

const close = () => showOver(null)

/** The related records that the resource's own list is filtered by, if the page is that list. */
const useFiltered = (resource: ResourceModel): Readonly<Record<string, string>> => {
  const { pathname, search } = useLocation()
  if (pathname !== resource.path) return {}
  const filters = readListSearch(resource, search as Record<string, unknown>)
  return Object.fromEntries(
    resource.fields.flatMap(({ name, kind }): [string, string][] => {
      const value = kind === 'ref' ? filters[name] : undefined
      const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
      return typeof one === 'string' ? [[name, one]] : []
    }),
  )
}

/** The composer of a resource, or the form for people who lack what it needs. */
export const OpenComposer = ({
  composers,
  resource,
  preset,
}: Composing & { readonly composers: readonly Composer[] }) => {
  const can = useHolds()
  const goTo = useGoToAddress()
  const filtered = useFiltered(resource)
  const composer = composers.find((c) => c.collection === resource.collection)
  const may = composer?.permissions.every(can) === true
  useEffect(() => {
    if (may) return
    close()
    void goTo(hrefOf(resource, { page: 'create', search: preset ? { preset } : {} }))
  }, [may, goTo, resource, preset])
  if (!composer || !may) return null
  const { component: View } = composer
  return (
    <View
      resource={resource}
      given={{ ...filtered, ...Object.fromEntries(new URLSearchParams(preset)) }}
      onClose={close}
      onForm={(values) => {
        close()
        const search = { preset: new URLSearchParams(values).toString() }
        void goTo(hrefOf(resource, { page: 'create', search }))
      }}
    />
  )
}
