/** The actions a person can do to one record, each asked for, sent, told and refreshed the same way from list and detail page. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ActionModel, ResourceModel, Transition } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { retryImport } from '#ui/retryImport.ts'
import { useRights, type ResourceRights } from './resource.ts'

/** The record's name for people: its title; else what it is with the end of its id, since ids made at about the same time begin alike. */
export const titleOf = (resource: ResourceModel, record: RecordData): string => {
  const title = record[resource.title]
  return title === null || title === undefined || title === ''
    ? `${label(resource.label.one)} ${record.id.slice(-8)}`
    : String(title)
}

/** Ways out of the record's state that the person may take, in the schema's order. */
export const openTransitions = (
  resource: ResourceModel,
  record: RecordData,
  rights: Pick<ResourceRights, 'transition'> & { readonly tenant?: boolean },
): readonly Transition[] =>
  record.deletedAt
    ? []
    : resource.transitions.filter(
        (transition) =>
          transition.from === record.state &&
          rights.transition(transition.name) &&
          !(transition.only && (rights.tenant || transition.only === 'rules')),
      )

/** Actions the record's state and the person's rights allow, in the schema's order. */
export const openActions = (
  resource: ResourceModel,
  record: RecordData,
  rights: Pick<ResourceRights, 'action'>,
): readonly ActionModel[] =>
  record.deletedAt
    ? []
    : resource.actions.filter(
        (a) =>
          !a.hidden &&
          (!a.from.length || a.from.includes(String(record.state))) &&
          rights.action(a.name),
      )

/** A way that ends in a warning or a final state asks before it is taken, even where no reason is required. */
export const needsConfirmation = (resource: ResourceModel, transition: Transition): boolean => {
  const target = resource.states.find((s) => s.value === transition.name)
  return target?.tone === 'danger' || target?.tone === 'warning' || target?.final === true
}

/** What an action answers: true once done, false when the person thought better of it. */
export type Outcome = Promise<boolean>
export interface RecordActions {
  transition(record: RecordData, transition: Transition): Outcome
  /** Opens the action's dialog. */
  act(record: RecordData, action: ActionModel): Outcome
  /** To the trash. `referring` gets the records that forbid it. */
  remove(record: RecordData): Outcome
  purge(record: RecordData): Outcome
  restore(record: RecordData): Outcome
}

/** What a screen wants of the actions on it. */
export interface ActionOptions {
  /** Runs after each action that was done. */
  readonly onDone?: () => void
  /** Where others write all the time, as in a conversation: a record that changed meanwhile takes a transition while its state is the one that was seen. */
  readonly busy?: boolean
}

/** Actions on records of one resource, with what the person may do. */
export const useRecordActions = (
  resource: ResourceModel,
  { onDone, busy }: ActionOptions = {},
): RecordActions & { readonly rights: ResourceRights } => {
  const client = useQueryClient()
  const rights = useRights(resource)
  return useMemo(() => {
    const loaded = async (): Promise<RecordActions> =>
      (await retryImport(() => import('./performActions.ts'))).createActions(resource, client, {
        ...(onDone ? { onDone } : {}),
        ...(busy ? { busy } : {}),
      })
    return {
      rights,
      transition: async (...of) => (await loaded()).transition(...of),
      act: async (...of) => (await loaded()).act(...of),
      remove: async (...of) => (await loaded()).remove(...of),
      purge: async (...of) => (await loaded()).purge(...of),
      restore: async (...of) => (await loaded()).restore(...of),
    }
  }, [client, resource, rights, onDone, busy])
}
