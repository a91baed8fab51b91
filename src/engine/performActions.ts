/**
 * Confirms, sends and reports a person's actions on one record. Loads with the first action, not
 * with the list.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { appConfig } from '#data/config.ts'
import { keys } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import {
  previewRecord,
  removeRecord,
  restoreRecord,
  transitionRecord,
  type Written,
} from '#data/writes.ts'
import { words } from '#schemas/define/words.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { confirm, type ConfirmOptions } from '#ui/confirm.ts'
import { formatOf } from '#ui/format.ts'
import { currentLanguage, inSentence, label, t } from '#ui/i18n.ts'
import { serverMessage } from '#ui/serverMessage.ts'
import { toast } from '#ui/toast.ts'
import { askAction } from './actions/ask.ts'
import { reportAsked } from './approvals/asked.ts'
import { reportChange } from './changes/report.ts'
import {
  needsConfirmation,
  openActions,
  openTransitions,
  titleOf,
  type Outcome,
  type ActionOptions,
  type RecordActions,
} from './recordActions.ts'
import type { ResourceRights } from './resource.ts'
import type { Fate } from './whereUsed/Uses.tsx'
import { WhereUsed } from './whereUsed/WhereUsed.tsx'

/**
 * Preview of an action, computed by the server's rules: a text, or facts on one line. A failing
 * preview never blocks the action.
 */
export const previewText = async (
  resource: ResourceModel,
  record: RecordData,
  preview: string,
  input: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const facts = await previewRecord(resource, record.id, preview, input).catch(() => ({}))
  if (typeof facts === 'string') return serverMessage(facts)
  const format = formatOf(currentLanguage())
  const show = (value: Json): string => {
    if (value === null) return t('common.none')
    if (typeof value === 'object' && 'amount' in value && 'currency' in value) {
      return format.money(value as never)
    }
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
    return typeof value === 'number' ? format.number(value) : String(value)
  }
  return Object.entries(facts)
    .map(([name, value]) => `${label(words(name))}: ${show(value)}`)
    .join(' · ')
}

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

/**
 * Actions on records of one resource. Errors are shown where the action was started; a stale
 * version is reported and refreshed.
 */
export const createActions = (
  resource: ResourceModel,
  client: QueryClient,
  rights: Pick<ResourceRights, 'transition' | 'tenant' | 'action'>,
  { onDone, busy }: ActionOptions,
): RecordActions => {
  const one = inSentence(resource.label.one)
  const refresh = () => client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
  /**
   * The task returns its operation if that can be undone. Resolves to false if it waits for
   * approval.
   */
  const run = (task: () => Promise<string | undefined>, done: string) => async () => {
    try {
      const operation = await task()
      onDone?.()
      reportChange(client, done, operation)
      return true
    } catch (error) {
      if (reportAsked(client, error)) return false
      if (isProblem(error, 412)) {
        throw Object.assign(new Error(t('detail.stale')), { detail: t('detail.stale') })
      }
      throw error
    } finally {
      await refresh()
    }
  }
  const now = async (task: () => Outcome): Outcome => {
    try {
      return await task()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
      return false
    }
  }
  const confirmed = async (
    options: Omit<ConfirmOptions, 'run'> & {
      readonly run: (reason: string | undefined) => Outcome
    },
  ): Outcome => {
    let done = false
    const sure = await confirm({
      ...options,
      run: async (reason) => {
        done = await options.run(reason)
      },
    })
    return sure && done
  }
  const isFinal = (state: string) => resource.states.find((s) => s.value === state)?.final === true
  /** What refers to the record; instead of a deletion it can take a transition to a final state. */
  const uses = (record: RecordData, fate: Fate) =>
    resource.referredBy.length && !appConfig().documents?.[resource.collection]
      ? {
          details: (onPrevented: (prevented: boolean) => void) =>
            createElement(WhereUsed, {
              resource,
              record,
              fate,
              alternatives: openTransitions(resource, record, rights)
                .filter(({ name }) => isFinal(name))
                .map((to) => ({
                  label: label(to.label),
                  run: () => void actions.transition(record, to),
                })),
              onPrevented,
            }),
        }
      : {}
  const actions: RecordActions = {
    async transition(record, transition) {
      const title = titleOf(resource, record)
      const done = t('detail.changed', {
        what: label(resource.label.one),
        title,
        state: label(
          resource.states.find((s) => s.value === transition.name)?.label ?? transition.name,
        ),
      })
      const go = ({ version }: RecordData, reason?: string): Promise<Written> =>
        transitionRecord(
          resource,
          record.id,
          version,
          transition.name,
          reason ? { reason } : {},
        ).catch((error: unknown) => {
          const current = busy ? sameState(error, record) : undefined
          if (!current) throw error
          return go(current, reason)
        })
      let after: RecordData | undefined
      const send = (reason?: string) =>
        run(async () => {
          const written = await go(record, reason)
          after = written.record
          return transition.undo ? written.operationId : undefined
        }, done)()
      /** Offers at once what the new state is followed by. */
      const followed = (moved: boolean): boolean => {
        const then = resource.states.find((s) => s.value === transition.name)?.next
        const next =
          after && moved && openActions(resource, after, rights).find((a) => a.name === then)
        if (after && next) void actions.act(after, next)
        return moved
      }
      if (!transition.reason && !needsConfirmation(resource, transition)) {
        return followed(await now(() => send()))
      }
      const sure = await confirmed({
        title: t('detail.transitionTitle', { action: label(transition.label), title }),
        ...(transition.preview
          ? { text: await previewText(resource, record, transition.preview) }
          : {}),
        ...(isFinal(transition.name) ? uses(record, 'end') : {}),
        action: label(transition.label),
        danger: needsConfirmation(resource, transition),
        reason: transition.reason ? 'required' : 'optional',
        run: send,
      })
      return followed(sure)
    },
    async act(record, action) {
      const done = await askAction(resource, record, action)
      if (done) onDone?.()
      return done
    },
    remove(record) {
      const title = titleOf(resource, record)
      return confirmed({
        title: t('detail.deleteTitle', { one, title }),
        text: t('detail.deleteText'),
        ...uses(record, 'trash'),
        action: t('detail.deleteOne', { one }),
        danger: true,
        run: run(
          () => removeRecord(resource, record.id, record.version),
          t('detail.deleted', { what: label(resource.label.one), title }),
        ),
      })
    },
    purge(record) {
      const title = titleOf(resource, record)
      return confirmed({
        title: t('detail.purgeTitle', { one, title }),
        text: t('detail.purgeText'),
        ...uses(record, 'purge'),
        action: t('detail.purge'),
        danger: true,
        run: run(
          async () => {
            await removeRecord(resource, record.id, record.version, { purge: true })
            return undefined
          },
          t('detail.purged', { what: label(resource.label.one), title }),
        ),
      })
    },
    restore: (record) =>
      now(
        run(
          async () => (await restoreRecord(resource, record.id, record.version)).operationId,
          t('detail.restored', {
            what: label(resource.label.one),
            title: titleOf(resource, record),
          }),
        ),
      ),
  }
  return actions
}
