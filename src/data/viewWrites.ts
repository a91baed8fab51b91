/** Writes of saved views and mappings. All throw `ApiProblem`; 412 carries `current`. */
import type { SavedView, ViewState } from '#model/views.ts'
import { call } from './api.ts'

/** What a person chooses about a view. */
export interface ViewValues<State = ViewState> {
  readonly name: string
  readonly state: State
  readonly shared: boolean
  readonly roles: readonly string[]
  readonly defaultRoles: readonly string[]
}

/** Name and audience; the audience only where it is chosen. */
export type SavedValues = Pick<ViewValues, 'name'> & Partial<Omit<ViewValues, 'state'>>

interface Body<State> {
  readonly data: SavedView<State>
}
type Place = Pick<SavedView, 'kind' | 'collection' | 'path'>
type Version = Pick<SavedView, 'id' | 'version'>

const at = ({ id }: Version): string => `/api/views/${id}`

export const saveView = async <State>(
  body: Place & SavedValues & { readonly state: State },
): Promise<SavedView<State>> =>
  (await call<Body<State>>('/api/views', { method: 'POST', body })).body.data

export const changeView = async <State>(
  view: Version,
  body: Partial<ViewValues<State>>,
): Promise<SavedView<State>> =>
  (await call<Body<State>>(at(view), { method: 'PATCH', body, ifMatch: view.version })).body.data

/** Deletes a view; returns a function that restores it. */
export const removeView = async <State>(
  view: Version,
): Promise<() => Promise<SavedView<State>>> => {
  await call(at(view), { method: 'DELETE', ifMatch: view.version })
  return async () =>
    (
      await call<Body<State>>(`${at(view)}/restore`, {
        method: 'POST',
        body: {},
        ifMatch: view.version + 1,
      })
    ).body.data
}
