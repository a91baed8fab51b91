/** Changing and deleting what is saved under a name: views of lists, and mappings of imports. */
import { useQueryClient, type DataTag, type QueryKey } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { changeView, removeView, type ViewValues } from '#data/viewWrites.ts'
import { viewsKey } from '#data/views.ts'
import type { SavedView } from '#model/views.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

/** Texts that name what is saved. */
export interface SavedWords {
  /** Of the field for its name. */
  readonly name: string
  readonly save: string
  /** Another one has the name. */
  readonly taken: string
  /** Somebody changed it meanwhile. */
  readonly changed: string
  readonly deleted: (name: string) => string
}

/** The server's reason for a refusal, for people. */
export const refusalOf = (error: unknown, { taken, changed }: SavedWords): string => {
  if (!isProblem(error)) return t('common.somethingWrong')
  if (error.errors.some(({ path, code }) => path === 'name' && code === 'taken')) return taken
  return error.status === 412 ? changed : error.detail
}

interface Saved<State> {
  readonly data: readonly SavedView<State>[]
}

/** What is done with each of those that a query lists. */
export const useSaved = <State>(
  queryKey: DataTag<QueryKey, Saved<State>, Error>,
  words: SavedWords,
) => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: viewsKey })
  const set = (id: string, more: readonly SavedView<State>[]): void => {
    client.setQueryData<Saved<State>>(queryKey, (old) => ({
      data: [...(old?.data ?? []).filter((one) => one.id !== id), ...more],
    }))
    void refresh()
  }
  const keep = (view: SavedView<State>): void => set(view.id, [view])
  return {
    /** Shows it as it was written. */
    keep,
    change: async (
      view: Pick<SavedView, 'id' | 'version'>,
      values: Partial<ViewValues<State>>,
    ): Promise<SavedView<State>> => {
      try {
        const changed = await changeView<State>(view, values)
        keep(changed)
        return changed
      } catch (error) {
        if (isProblem(error, 412)) void refresh()
        throw error
      }
    },
    /** Deletes it and offers to undo that. */
    remove: async (view: SavedView<State>): Promise<void> => {
      const restore = await removeView<State>(view)
      set(view.id, [])
      const undo = () =>
        restore().then(keep, (error: unknown) => toast.error(refusalOf(error, words)))
      toast.success({
        message: words.deleted(view.name),
        action: { label: t('changes.undo'), run: () => void undo() },
        closesMs: 10_000,
      })
    },
  }
}
