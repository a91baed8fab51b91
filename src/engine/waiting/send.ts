/**
 * Sends the saves that wait for the connection, one after the other with the key of the first
 * attempt, so that one whose response was lost has no second effect.
 */
import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '#data/api.ts'
import { onEvent } from '#data/events.ts'
import { ApiProblem, isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { dropWaiting, keepWaiting, waitingSaves, type WaitingSave } from '#data/waiting.ts'
import { createRecord, patchRecord, type Written } from '#data/writes.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, t } from '#ui/i18n.ts'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'
import { clashes, formFields, recordValues } from '../form/values.ts'
import { modelOf } from '../resource.ts'
import { titleOf } from '../recordActions.ts'
import { unsent, waiters } from './held.ts'

/** Statuses of a server that is busy: the save is sent again. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504])
const RETRY_MS = [2000, 5000, 10_000, 20_000]

/** Sends a save once. */
const attempt = (resource: ResourceModel, save: WaitingSave): Promise<Written> => {
  const again = { idempotencyKey: save.key }
  const { id, version, body } = save
  return id !== undefined && version !== undefined
    ? patchRecord(resource, { id, version }, body, again)
    : createRecord(resource, body, again)
}

/** The same save on the newer version, if someone else's changes were of other fields. */
const merged = (
  resource: ResourceModel,
  save: WaitingSave,
  error: unknown,
): WaitingSave | undefined => {
  const current = isProblem(error, 412)
    ? (error.members.current as RecordData | undefined)
    : undefined
  if (!current) return undefined
  const fields = formFields(resource, (name) => Object.hasOwn(save.body, name))
  return clashes(fields, save.base, save.body, recordValues(fields, current)).length
    ? undefined
    : { ...save, key: newKey(), version: current.version }
}

/** Says what became of a save whose form is closed. */
const report = (
  client: QueryClient,
  resource: ResourceModel,
  save: WaitingSave,
  outcome: Written | { readonly error: unknown },
): void => {
  if ('record' in outcome) {
    const words = {
      what: label(resource.label.one),
      title: titleOf(resource, outcome.record),
    }
    reportChange(
      client,
      t(save.id === undefined ? 'form.created' : 'form.saved', words),
      outcome.operationId,
    )
    return
  }
  const { error } = outcome
  if (reportRequested(client, error)) return
  const next = merged(resource, save, error)
  if (next) return void keepWaiting(next)
  keepWaiting({
    ...save,
    error: isProblem(error, 412)
      ? t('form.conflictTitle')
      : [
          error instanceof ApiProblem ? error.detail : String(error),
          ...(error instanceof ApiProblem ? error.errors.map((e) => e.message) : []),
        ]
          .filter((text, i, all) => all.indexOf(text) === i)
          .join(' '),
  })
}

/** Sends one save; false when the server cannot be reached. */
const sendOne = async (client: QueryClient, save: WaitingSave): Promise<boolean> => {
  const resource = modelOf(save.collection)
  if (!resource) return true
  let outcome: Written | { readonly error: unknown }
  try {
    outcome = await attempt(resource, save)
  } catch (error) {
    if (unsent(error) || (error instanceof ApiProblem && BUSY.has(error.status))) return false
    outcome = { error }
  }
  const waiter = waiters.get(save.key)
  dropWaiting(save)
  if ('record' in outcome) {
    void client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    waiter?.done(outcome)
  } else waiter?.refused(outcome.error)
  if (!waiter) report(client, resource, save, outcome)
  return true
}

const stillThere = (save: WaitingSave): boolean =>
  waitingSaves(save.account).some((s) => s.key === save.key && !s.error)

/**
 * One tab sends a save, if the browser has locks: that of its open form, otherwise the first. True
 * when nothing is left to do here.
 */
const sendLocked = (client: QueryClient, save: WaitingSave): Promise<boolean> => {
  if (waiters.has(save.key) || !navigator.locks) return sendOne(client, save)
  return navigator.locks.request(save.key, { ifAvailable: true }, (lock) =>
    lock && stillThere(save) ? sendOne(client, save) : !stillThere(save),
  )
}

let wake: (() => void) | undefined
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => wake?.(), ms)
    wake = () => {
      clearTimeout(timer)
      wake = undefined
      resolve()
    }
  })
const again = (): void => wake?.()

let running = false
/** Sends the saves of an account until none waits any more. */
export const sendWaiting = async (client: QueryClient, account: string): Promise<void> => {
  if (running) return again()
  running = true
  const quit = onEvent('ready', again)
  window.addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  try {
    for (let failures = 0; ;) {
      const [next, ...others] = waitingSaves(account).filter((s) => !s.error)
      if (!next) return
      let reached = true
      for (const save of [next, ...others]) reached = (await sendLocked(client, save)) && reached
      if (reached) failures = 0
      else await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!)
    }
  } finally {
    running = false
    quit()
    window.removeEventListener('online', again)
    document.removeEventListener('visibilitychange', again)
  }
}
