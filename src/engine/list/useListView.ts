/** The parameters and preferences of a list, with the view that is open. */
import { use, useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { viewsQuery } from '#data/views.ts'
import type { ResourceModel } from '#model/types.ts'
import type { SavedView } from '#model/views.ts'
import { retryImport } from '#ui/retryImport.ts'
import { HeldSearch, useListSearch } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import { useListPreference } from './preference.ts'
import type { ListPreset } from './preset.ts'
import type { OpenView } from './viewState.ts'

type Part = typeof import('./viewState.ts')
let part: Part | undefined

type Closed = { readonly [K in 'view' | 'base']?: OpenView[K] | undefined } & Omit<
  OpenView,
  'view' | 'base'
>

const noViews: readonly SavedView[] = []
const same = (next: AnyListSearch) => next
const nothing = () => {}

/** What a list shows and how, and the views of its tabs. */
export const useListView = (resource: ResourceModel, preset?: ListPreset) => {
  const [address, setAddress] = useListSearch()
  const [own, setOwn] = useListPreference(resource, preset?.path)
  // A list that is part of a page has no tabs for views.
  const apart = use(HeldSearch) === undefined
  const { data, isError } = useQuery({
    ...viewsQuery(resource.collection, preset?.path),
    enabled: apart,
  })
  const [drawn, redraw] = useState(0)
  const named = address.view !== undefined
  useEffect(() => {
    if (named && !part) {
      void retryImport(() => import('./viewState.ts')).then((loaded) => {
        part = loaded
        redraw((n) => n + 1)
      })
    }
  }, [named])
  const waiting = named && !isError && !(data && part)
  const open = useMemo(
    () =>
      named && data && part
        ? part.openView({
            resource,
            views: data.data,
            address,
            setAddress,
            own,
            redraw: () => redraw((n) => n + 1),
          })
        : undefined,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `drawn` counts unsaved changes
    [named, data, resource, address, setAddress, own, drawn],
  )
  const closed: Closed = {
    view: undefined,
    base: undefined,
    search: address,
    setSearch: setAddress,
    preference: own,
    setPreference: setOwn,
    edited: false,
    forget: nothing,
    addressOf: same,
    resolve: same,
  }
  return {
    ...(open ?? closed),
    views: data?.data.length ? data.data : noViews,
    /** The open view is not loaded yet: what the list shows is not known. */
    waiting,
    /** The address names a view that is deleted or not shared with the person. */
    lost: named && !waiting && !open,
  }
}
