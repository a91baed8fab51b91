import { useEffect, useRef } from 'react'
import { isProblem } from '#data/problem.ts'
import { PermissionDenied } from '#ui/states.tsx'
import { useGoTo } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import type { PageProps } from '../routes.ts'
import { offer } from '../scopes.ts'
import { ListContent } from './ListContent.tsx'
import { ListHeader } from './ListHeader.tsx'
import type { ListPreset } from './preset.ts'
import { useList, type List } from './useList.ts'
import css from './list.module.css'

/**
 * Opens the list with the person's default view, else that of their roles, if the URL has no
 * parameters.
 */
const useStartView = ({ resource, preset, preference, search, views, lost }: List): void => {
  const goTo = useGoTo()
  const plain = Object.values(search).every((v) => v === undefined)
  const open = useRef(plain)
  const view = preference.start ?? views.find(({ roleDefault }) => roleDefault)?.id
  const gone = lost && search.view === preference.start
  useEffect(() => {
    const to = (next: AnyListSearch) =>
      void goTo(
        resource,
        { page: 'list', search: next, ...(preset ? { at: preset.path } : {}) },
        { replace: true },
      )
    if (gone) to({})
    else if (open.current && !plain) open.current = false
    else if (open.current && view) {
      open.current = false
      to({ view })
    }
  }, [gone, plain, view, resource, preset, goTo])
}

interface ListPageProps extends PageProps {
  /** Fixes parts of the list for a screen based on it; default none. */
  readonly preset?: ListPreset
}

/** List page of a resource: filter, sort, select, bulk actions, export. */
export const ListPage = (props: ListPageProps) => {
  // The key isolates entities: no state may pass from one list to the next.
  return <ListScreen key={props.preset?.path ?? props.resource.collection} {...props} />
}

const ListScreen = ({ resource, preset }: ListPageProps) => {
  const list = useList(resource, preset)
  useEffect(() => offer({ list }), [list])
  useStartView(list)
  if (isProblem(list.error, 403)) return <PermissionDenied />
  return (
    <div className={css.screen}>
      <ListHeader list={list} />
      <ListContent list={list} />
    </div>
  )
}
