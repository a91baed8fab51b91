import { diffFields } from './schemaDiffFields.ts'
import { few, without } from './schemaDiffNames.ts'
import type { Say } from './schemaDiff.ts'
import type { ResourceModel } from './types.ts'

/** The first state and the transitions. */
const diffTransitions = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const at = `${after.collection}.state`
  if (before.initial !== after.initial && before.initial && after.initial) {
    say(
      'breaking',
      'api',
      at,
      `new records begin as "${after.initial}" instead of "${before.initial}"`,
    )
  }
  const described = (t: { from: string; name: string }) => `${t.from} → ${t.name}`
  const [old, current] = [before.transitions.map(described), after.transitions.map(described)]
  const gone = without(old, current)
  const added = without(current, old)
  if (gone.length) say('breaking', 'api', at, `can no longer go ${few(gone)}`)
  if (added.length && before.states.length) say('safe', 'api', at, `can now go ${few(added)}`)
  const asks = after.transitions.filter(
    (t) => t.reason && before.transitions.some((b) => described(b) === described(t) && !b.reason),
  )
  for (const target of new Set(asks.map((t) => t.name))) {
    say('breaking', 'api', at, `asks for a reason on the way to "${target}"`)
  }
}

/** Custom actions: their input, and the states in which they can be taken. */
const diffCustomActions = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const at = (action: string) => `${after.collection}.actions.${action}`
  const everywhere = after.states.map((s) => s.value)
  for (const action of before.actions ?? []) {
    const now = after.actions.find((a) => a.name === action.name)
    if (!now) {
      say('breaking', 'api', at(action.name), 'is gone')
      continue
    }
    diffFields(say, at(action.name), action.fields, now.fields, 'input')
    const lost = without(
      action.from.length ? action.from : everywhere,
      now.from.length ? now.from : everywhere,
    ).filter((s) => everywhere.includes(s))
    if (lost.length) {
      say('breaking', 'api', at(action.name), `can no longer be taken in ${few(lost)}`)
    }
  }
  const names = (r: ResourceModel) => (r.actions ?? []).map((a) => a.name)
  for (const name of without(names(after), names(before))) say('safe', 'api', at(name), 'is new')
}

const diffDocuments = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const at = (document: string) => `${after.collection}.documents.${document}`
  const names = (r: ResourceModel) =>
    (r.documents ?? []).map((d) => (d.type ? `${d.name}.${d.type}` : d.name))
  const gone = without(names(before), names(after))
  for (const name of gone) say('breaking', 'api', at(name), 'is gone')
  for (const name of without(names(after), names(before))) say('safe', 'api', at(name), 'is new')
}

/** Transitions, actions and documents: what can be called on a record. */
export const diffActions = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const at = after.collection
  diffTransitions(say, before, after)
  diffCustomActions(say, before, after)
  diffDocuments(say, before, after)
  if (before.appendOnly !== after.appendOnly) {
    say(
      after.appendOnly ? 'breaking' : 'safe',
      'api',
      at,
      after.appendOnly
        ? 'rows can no longer be changed or deleted'
        : 'rows can be changed and deleted',
    )
  }
  if (before.readOnly !== after.readOnly) {
    say(
      after.readOnly ? 'breaking' : 'safe',
      'api',
      at,
      after.readOnly ? 'rows are made by the server alone' : 'rows can be made by clients',
    )
  }
}
