import type { Database } from '../database/pool.ts'
import { claimTask, scheduleTask } from './store.ts'

export interface Task {
  readonly ms: number
  readonly name: string
  readonly fn: (signal: AbortSignal) => Promise<void>
}

interface Options {
  readonly db: Database
  readonly leaseMs: number
  readonly log: { error(message: string): void }
  readonly signal: AbortSignal
}

/** Runs the task if it is due and no other process runs it. */
const runOnce = async (task: Task, { db, leaseMs, log, signal }: Options): Promise<void> => {
  if (!(await claimTask(db.query, task.name, leaseMs))) return
  const started = Date.now()
  const heart = setInterval(
    () => void scheduleTask(db.query, task.name, leaseMs).catch(() => {}),
    leaseMs / 3,
  )
  heart.unref()
  try {
    await task.fn(signal)
  } catch (error) {
    if (!signal.aborted) {
      log.error(
        `Task ${task.name} failed and runs again later: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
  } finally {
    clearInterval(heart)
    await scheduleTask(db.query, task.name, Math.max(0, task.ms - (Date.now() - started)))
  }
}

/** Runs a task about every `ms`; resolves after the signal aborts. */
export const runTask = async (task: Task, options: Options): Promise<void> => {
  const { signal, log } = options
  const pause = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      // Polled more often than due, so that taking over after a crash is not delayed by a whole
      // period.
      const timer = setTimeout(done, Math.min(task.ms, 60_000))
      signal.addEventListener('abort', done)
    })
  while (!signal.aborted) {
    await runOnce(task, options).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error(`Task ${task.name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    })
    if (!signal.aborted) await pause()
  }
}
