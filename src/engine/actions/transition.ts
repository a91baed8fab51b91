import { createElement } from 'react'
import { appConfig } from '#data/config.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import { transitionRecord, type Written } from '#data/writes.ts'
import type { ResourceModel, Transition } from '#model/types.ts'
import { label, t } from '#ui/i18n.ts'
import {
  needsConfirmation,
  openActions,
  openTransitions,
  titleOf,
  type Outcome,
  type RecordActions,
} from '../recordActions.ts'
import type { ResourceRights } from '../resource.ts'
import type { Fate } from '../whereUsed/Uses.tsx'
import { WhereUsed } from '../whereUsed/WhereUsed.tsx'
import { previewText } from './preview.ts'
import { confirmed, now, type Run } from './run.ts'

/**
 * The current record, if a transition was rejected for a stale version although its state did not
 * change.
 */
const sameState = (error: unknown, record: RecordData): RecordData | undefined => {
  const current = isProblem(error, 412)
    ? (error.members.current as RecordData | undefined)
    : undefined
  return current?.state === record.state ? current : undefined
}

const isFinal = ({ states }: ResourceModel, state: string): boolean =>
  states.find((s) => s.value === state)?.final === true

/** What transitions of one resource need. */
export interface TransitionParts {
  readonly resource: ResourceModel
  readonly rights: Pick<ResourceRights, 'transition' | 'tenant' | 'action'>
  readonly run: Run
  /** The record changes often: a new version in the same state is not a conflict. */
  readonly busy: boolean | undefined
  /** The actions that may follow. */
  readonly actions: Pick<RecordActions, 'act' | 'transition'>
}

/** What refers to the record; instead of a deletion it can take a transition to a final state. */
export const usesOf = (
  { resource, rights, actions }: TransitionParts,
  record: RecordData,
  fate: Fate,
) =>
  resource.referredBy.length && !appConfig().documents?.[resource.collection]
    ? {
        details: (onPrevented: (prevented: boolean) => void) =>
          createElement(WhereUsed, {
            resource,
            record,
            fate,
            alternatives: openTransitions(resource, record, rights)
              .filter(({ name }) => isFinal(resource, name))
              .map((to) => ({
                label: label(to.label),
                run: () => void actions.transition(record, to),
              })),
            onPrevented,
          }),
      }
    : {}

/** Sends a transition; one of a busy record is sent again for its new version. */
const send = async (
  { resource, busy }: TransitionParts,
  record: RecordData,
  transition: Transition,
  reason: string | undefined,
): Promise<Written> => {
  const go = (on: RecordData): Promise<Written> =>
    transitionRecord(resource, on, transition.name, reason ? { reason } : {}).catch(
      (error: unknown) => {
        const current = busy ? sameState(error, record) : undefined
        if (!current) throw error
        return go(current)
      },
    )
  return go(record)
}

/** Confirms a transition where needed, runs it, and offers what the new state is followed by. */
export const runTransition = async (
  parts: TransitionParts,
  record: RecordData,
  transition: Transition,
): Outcome => {
  const { resource, rights, run, actions } = parts
  const title = titleOf(resource, record)
  const state = resource.states.find((s) => s.value === transition.name)
  const done = t('detail.changed', {
    what: label(resource.label.one),
    title,
    state: label(state?.label ?? transition.name),
  })
  let after: RecordData | undefined
  const change = (reason?: string) =>
    run(async () => {
      const written = await send(parts, record, transition, reason)
      after = written.record
      return transition.undo ? written.operationId : undefined
    }, done)()
  const followed = (moved: boolean): boolean => {
    const next =
      after && moved && openActions(resource, after, rights).find((a) => a.name === state?.next)
    if (after && next) void actions.act(after, next, true)
    return moved
  }
  if (!transition.reason && !needsConfirmation(resource, transition)) {
    return followed(await now(() => change()))
  }
  const sure = await confirmed({
    title: t('detail.transitionTitle', { action: label(transition.label), title }),
    ...(transition.preview
      ? { text: await previewText(resource, record, transition.preview) }
      : {}),
    ...(isFinal(resource, transition.name) ? usesOf(parts, record, 'end') : {}),
    action: label(transition.label),
    danger: needsConfirmation(resource, transition),
    reason: transition.reason ? 'required' : 'optional',
    run: change,
  })
  return followed(sure)
}
