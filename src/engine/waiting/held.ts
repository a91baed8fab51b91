/** Saves that wait for the connection and whose form is still open. */
import type { QueryClient } from '@tanstack/react-query'
import { isProblem, type ApiProblem } from '#data/problem.ts'
import { dropWaiting, keepWaiting, type WaitingSave } from '#data/waiting.ts'
import type { RecordData } from '#data/types.ts'
import type { Written } from '#data/writes.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { retryImport } from '#ui/retryImport.ts'
import { WaitingNotice } from './WaitingNotice.tsx'

/** True when the server may not have the write: it can be sent again with the same key. */
export const unsent = (error: unknown): error is ApiProblem => isProblem(error, 0)

interface Waiter {
  readonly done: (written: Written) => void
  readonly refused: (error: unknown) => void
}
/** Who learns what became of a save, by its key. */
export const waiters = new Map<string, Waiter>()

/** An open form's wait for its save. */
export interface Held {
  /** Resolves to what was written, or to undefined when it was taken back; throws a refusal. */
  readonly outcome: Promise<Written | undefined>
  /** Shown in the form meanwhile; it is here because it may not be possible to load it then. */
  readonly Notice: typeof WaitingNotice
  /** Stops the save before it is sent. */
  takeBack(): void
  /** The form closes: whoever sends it says what became of it. */
  leave(): void
}

/** A save of an open form. */
interface Save extends Pick<WaitingSave, 'key' | 'account' | 'body' | 'base' | 'values'> {
  readonly resource: ResourceModel
  /** The record with the version that the changes are based on; absent for a new one. */
  readonly record: RecordData | undefined
  /** The changed fields. */
  readonly fields: readonly FieldModel[]
}

const pick = (values: Save['values'], fields: readonly FieldModel[]): Save['values'] =>
  Object.fromEntries(fields.map((f) => [f.name, values[f.name] ?? null]))

/**
 * Keeps a save for its open form and sends it once the server can be reached, with code that may
 * have to load then; undefined when it holds a secret, which stays in no browser, or when there is
 * no room for it.
 */
export const hold = (
  client: QueryClient,
  { resource, record, fields, key, account, body, base, values }: Save,
): Held | undefined => {
  const save: WaitingSave = {
    key,
    account,
    collection: resource.collection,
    title: String((record ?? values)[resource.title] ?? ''),
    ...(record ? { id: record.id, version: record.version } : {}),
    body,
    base: pick(base, fields),
    values: pick(values, fields),
    at: new Date().toISOString(),
  }
  if (fields.some((f) => isMasked(f)) || !keepWaiting(save)) return undefined
  let release = () => {}
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  let takeBack = () => {}
  const leave = () => {
    waiters.delete(save.key)
    release()
  }
  const outcome = new Promise<Written | undefined>((resolve, reject) => {
    waiters.set(save.key, { done: resolve, refused: reject })
    takeBack = () => {
      dropWaiting(save)
      resolve(undefined)
    }
  }).finally(leave)
  void navigator.locks?.request(save.key, () => ended)
  void retryImport(() => import('./send.ts')).then((m) => m.sendWaiting(client, save.account))
  return { outcome, takeBack, leave, Notice: WaitingNotice }
}
