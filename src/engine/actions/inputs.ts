/** The inputs of the dialogs of actions; they load with the first of them. */
import built from 'virtual:inputs'
import { inputsIn, type Inputs } from '#model/compact.ts'
import type { ActionModel, ResourceModel } from '#model/types.ts'

let inputs: Inputs = built
// In the dev server a saved schema replaces the previous one.
import.meta.hot?.accept('virtual:inputs', (saved) => {
  if (saved) inputs = saved.default as Inputs
})

/** The action with the inputs of its dialog. */
export const withInputs = (resource: ResourceModel, action: ActionModel): ActionModel =>
  action.fields.length ? action : { ...action, fields: inputsIn(inputs, resource, action) }
