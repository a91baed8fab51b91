/** Writes of saved views. All throw `ApiProblem`; 412 carries `current`. */
import type { SavedView, ViewState } from '#model/views.ts'
import { call } from './api.ts'

/** What a person chooses about a view. */
export interface ViewValues {
  readonly name: string
  readonly state: ViewState
  readonly shared: boolean
  readonly roles: readonly string[]
  readonly defaultRoles: readonly string[]
}

interface Answer {
  readonly data: SavedView
}
type Place = Pick<SavedView, 'collection' | 'path'>
type Version = Pick<SavedView, 'id' | 'version'>

const at = ({ id }: Version): string => `/api/views/${id}`

export const saveView = async (body: Place & ViewValues): Promise<SavedView> =>
  (await call<Answer>('/api/views', { method: 'POST', body })).body.data

export const changeView = async (view: Version, body: Partial<ViewValues>): Promise<SavedView> =>
  (await call<Answer>(at(view), { method: 'PATCH', body, ifMatch: view.version })).body.data

/** Deletes a view; returns a function that restores it. */
export const removeView = async (view: Version): Promise<() => Promise<SavedView>> => {
  await call(at(view), { method: 'DELETE', ifMatch: view.version })
  return async () =>
    (
      await call<Answer>(`${at(view)}/restore`, {
        method: 'POST',
        body: {},
        ifMatch: view.version + 1,
      })
    ).body.data
}
