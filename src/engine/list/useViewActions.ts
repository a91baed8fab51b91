/** Saving, changing and deleting views of a list. */
import { saveView, type SavedValues } from '#data/viewWrites.ts'
import { viewsQuery } from '#data/views.ts'
import type { SavedView, ViewState } from '#model/views.ts'
import { t } from '#ui/i18n.ts'
import { useGoTo } from '../links.tsx'
import { tableColumns } from './relatedColumns.ts'
import { isNarrow } from './preference.ts'
import type { ListSetup } from './useList.ts'
import { useSaved, type SavedWords } from './useSaved.ts'
import { lastingText } from './viewState.ts'

/** What the list shows now, as a view: other kinds of devices keep what the open view has. */
export const stateOf = (list: ListSetup): ViewState => {
  const { widths, pinned, sums, density } = list.preference
  const { wide, narrow } = list.view?.state ?? {}
  const here = {
    ...(list.layout === 'table' ? {} : { layout: list.layout }),
    ...(density ? { density } : {}),
    ...(widths && Object.keys(widths).length ? { widths } : {}),
  }
  return {
    search: lastingText(list.search),
    columns: tableColumns(list).map((c) => c.name),
    ...(pinned?.length ? { pinned } : {}),
    ...(sums ? { sums } : {}),
    ...(wide ? { wide } : {}),
    ...(narrow ? { narrow } : {}),
    ...(Object.keys(here).length || list.view ? { [isNarrow() ? 'narrow' : 'wide']: here } : {}),
  }
}

/** Texts about views. */
export const viewWords = (): SavedWords => ({
  name: t('list.viewName'),
  save: t('list.saveView'),
  taken: t('list.viewTaken'),
  changed: t('list.viewChanged'),
  deleted: (name) => t('list.viewDeleted', { name }),
})

export const useViewActions = (list: ListSetup) => {
  const goTo = useGoTo()
  const { resource, preset, view: current } = list
  const { queryKey } = viewsQuery(resource.collection, preset?.path)
  const place = { kind: 'list' as const, collection: resource.collection, path: preset?.path ?? '' }
  const at = preset ? { at: preset.path } : {}

  const { keep, change, remove } = useSaved(queryKey, viewWords())
  const open = (view?: SavedView): void =>
    void goTo(resource, { page: 'list', search: view ? { view: view.id } : {}, ...at })
  /** Leaves unsaved changes, and shows the view as it is saved. */
  const reset = (): void => {
    list.forget()
    open(current)
  }
  return {
    open,
    reset,
    /** Saves what the list shows as a new view, and opens it. */
    create: async (values: SavedValues): Promise<void> => {
      const view = await saveView({ ...place, ...values, state: stateOf(list) })
      keep(view)
      list.forget()
      open(view)
    },
    /** Replaces the open view by what the list shows; `version` is the one it is based on. */
    update: async (view: SavedView, version: number): Promise<void> => {
      await change({ id: view.id, version }, { state: stateOf(list) })
      list.forget()
      open(view)
    },
    change,
    duplicate: async (view: SavedView): Promise<void> => {
      const { state } = view
      const taken = new Set(list.views.map(({ name }) => name))
      let name = t('list.viewCopy', { name: view.name })
      for (let n = 2; taken.has(name); n++) name = `${t('list.viewCopy', { name: view.name })} ${n}`
      const made = await saveView({
        ...place,
        name: name.slice(0, 80),
        state,
        shared: false,
        roles: [],
        defaultRoles: [],
      })
      keep(made)
      open(made)
    },
    remove: async (view: SavedView): Promise<void> => {
      await remove(view)
      if (current?.id === view.id) open()
    },
  }
}
