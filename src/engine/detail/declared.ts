/**
 * What is declared for the pages of records and the dialogs of actions; it loads with the first of
 * them.
 */
import built from 'virtual:layouts'
import { inputsIn, type Layouts } from '#model/compact.ts'
import type { ActionModel, ResourceModel } from '#model/types.ts'

let layouts: Layouts = built
// In the dev server a saved schema replaces the previous one.
import.meta.hot?.accept('virtual:layouts', (saved) => {
  if (saved) layouts = saved.default as Layouts
})

/** The resource with the declared layout of its page. */
export const withLayout = (resource: ResourceModel): ResourceModel => ({
  ...resource,
  detail: { ...layouts.pages[resource.collection], ...resource.detail },
})

/** The action with the inputs of its dialog. */
export const withInputs = (resource: ResourceModel, action: ActionModel): ActionModel =>
  action.fields.length ? action : { ...action, fields: inputsIn(layouts, resource, action) }
