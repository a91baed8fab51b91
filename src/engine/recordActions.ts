/**
 * Actions a person can take on one record: confirmed, sent, reported and refreshed the same way on
 * list and detail page.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ActionModel, ResourceModel, Transition } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { usePreload } from '#ui/usePreload.ts'
import { retryImport } from '#ui/retryImport.ts'
import { useRights, type ResourceRights } from './resource.ts'

/**
 * The record's display name: its title, otherwise its type with the end of its id, since ids
 * created at about the same time share a prefix.
 */
export const titleOf = (resource: ResourceModel, record: RecordData): string => {
  const title = record[resource.title]
  return title === null || title === undefined || title === ''
    ? `${label(resource.label.one)} ${record.id.slice(-8)}`
    : String(title)
}

/** Transitions from the record's state that the person may take, in the schema's order. */
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

/** False when the amount or text that an action is about is known to be nothing. */
const isAbout = ({ while: name }: ActionModel, record: RecordData): boolean => {
  if (name === undefined || record[name] === undefined) return true
  const value = record[name] as string | { amount?: number } | null
  return typeof value === 'string' ? value !== '' : Number(value?.amount ?? 0) > 0
}

/** Actions allowed by the record's state and the person's permissions, in the schema's order. */
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
          isAbout(a, record) &&
          (!a.from.length || a.from.includes(String(record.state))) &&
          rights.action(a.name),
      )

/**
 * True for transitions to a warning or final state: they need a confirmation even without a
 * required reason.
 */
export const needsConfirmation = (resource: ResourceModel, transition: Transition): boolean => {
  const target = resource.states.find((s) => s.value === transition.name)
  return target?.tone === 'danger' || target?.tone === 'warning' || target?.final === true
}

/** True once the action is done, false when the person cancels or it waits for approval. */
export type Outcome = Promise<boolean>
export interface RecordActions {
  transition(record: RecordData, transition: Transition): Outcome
  /** Opens the action's dialog; one that `follows` another change can be left for later. */
  act(record: RecordData, action: ActionModel, follows?: boolean): Outcome
  /** Moves to the trash. `referring` receives the records that prevent it. */
  remove(record: RecordData): Outcome
  purge(record: RecordData): Outcome
  restore(record: RecordData): Outcome
}

/** Options a screen sets for its actions. */
export interface ActionOptions {
  /** Runs after each completed action. */
  readonly onDone?: () => void
  /**
   * For records others change constantly, such as conversations: a transition on a stale version is
   * retried while the state is unchanged.
   */
  readonly busy?: boolean
}

const loadActions = () => retryImport(() => import('./performActions.ts'))

/** Actions on records of one resource, and the person's permissions. */
export const useRecordActions = (
  resource: ResourceModel,
  { onDone, busy }: ActionOptions = {},
): RecordActions & { readonly rights: ResourceRights } => {
  const client = useQueryClient()
  const rights = useRights(resource)
  // An action without a connection has to say that it was not sent.
  usePreload(loadActions)
  return useMemo(() => {
    const loaded = async (): Promise<RecordActions> =>
      (await loadActions()).createActions(resource, client, rights, {
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
