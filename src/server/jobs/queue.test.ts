import { spawnSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { migratedDatabase, silentLog } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { thisProcess } from '../database/processIdentity.ts'
import { Problem } from '../base/problem.ts'
import { createJobs, JobFailed, type JobHandler, type Jobs, type JobState } from './queue.ts'
import type { Access } from '../permissions/types.ts'

const actor = { accountId: 'a1', personId: null, name: 'Ada' }
const accessOf = (accountId: string | null, kind: 'person' | 'system' = 'person') =>
  ({ actor: { kind, accountId } }) as unknown as Access
const ada = accessOf('a1')
const SOON = { timeout: 20_000, interval: 20 }
/** Rejects when the signal aborts. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  )

/** The lease outlasts delays on a busy machine: only a dead process loses it. */
const fast = { pollMs: 30, retryMs: 5, leaseMs: 60_000, maxAttempts: 3 }

const withJobs = async (
  handlers: Record<string, JobHandler>,
  test: (jobs: Jobs, db: Database) => Promise<void>,
  timing = fast,
): Promise<void> => {
  const db = await migratedDatabase()
  const jobs = createJobs(db, { handlers, log: silentLog, timing })
  try {
    await test(jobs, db)
  } finally {
    await jobs.stop(0)
    await db.close()
  }
}

const reaches = (jobs: Jobs, id: string, state: JobState) =>
  vi.waitFor(async () => expect((await jobs.get(id, ada)).state).toBe(state), SOON)

describe('the job queue', () => {
  test('runs a job and keeps its result, counts and progress', () =>
    withJobs(
      {
        greet: async (job) => {
          await job.progress(0.5, { read: 3 })
          return { said: job.payload, to: job.actor.name }
        },
      },
      async (jobs) => {
        await jobs.start()
        const id = await jobs.enqueue({ kind: 'greet', payload: 'hello', actor })
        await reaches(jobs, id, 'succeeded')
        expect(await jobs.get(id, ada)).toMatchObject({
          progress: 1,
          counts: { read: 3 },
          result: { said: 'hello', to: 'Ada' },
          error: null,
        })
      },
    ))

  test('a job whose server is silent waits for another one, which is said until it continues', () =>
    withJobs({ greet: async () => 'done' }, async (jobs, db) => {
      const id = await jobs.enqueue({ kind: 'greet', payload: null, actor })
      const waiting = async () => (await jobs.get(id, ada)).waiting
      expect(await waiting()).toBe(false)
      // Another machine has it, and its last heartbeat was so long ago.
      const silentFor = (part: number) =>
        db.query(
          "UPDATE jobs SET state = 'running', locked_by = 'elsewhere', locked_until = now() + $2 * interval '1 ms' WHERE id = $1",
          [id, fast.leaseMs * (1 - part)],
        )
      await silentFor(1 / 3)
      expect(await waiting()).toBe(false)
      await silentFor(2 / 3)
      expect(await waiting()).toBe(true)
      await silentFor(1.1)
      await jobs.start()
      await reaches(jobs, id, 'succeeded')
      expect(await waiting()).toBe(false)
    }))

  test('runs a job’s cleanup only after its end is stored, and not between attempts', () => {
    const seen: (JobState | 'another attempt')[] = []
    let jobs: Jobs | undefined
    return withJobs(
      {
        clean: async (job) => {
          job.afterEnd(async () => void seen.push((await jobs!.get(job.id, ada)).state))
          if (job.payload === 'refused') throw new JobFailed('No.')
          if (job.payload === 'flaky' && job.attempt === 1) {
            seen.push('another attempt')
            throw new Error('Later')
          }
          return null
        },
      },
      async (queue) => {
        jobs = queue
        await queue.start()
        for (const [payload, state] of [
          ['fine', 'succeeded'],
          ['refused', 'failed'],
          ['flaky', 'succeeded'],
        ] as const) {
          await reaches(queue, await queue.enqueue({ kind: 'clean', payload, actor }), state)
        }
        await vi.waitFor(() => expect(seen).toHaveLength(4), SOON)
        expect(seen).toEqual(['succeeded', 'failed', 'another attempt', 'succeeded'])
      },
    )
  })

  test('skips the cleanup of a job that another process took over', () => {
    let database: Database | undefined
    let cleaned = false
    let finished = false
    return withJobs(
      {
        taken: async (job) => {
          job.afterEnd(async () => void (cleaned = true))
          await database!.query("UPDATE jobs SET locked_by = 'another' WHERE id = $1", [job.id])
          finished = true
          return null
        },
      },
      async (queue, db) => {
        database = db
        await queue.start()
        await queue.enqueue({ kind: 'taken', payload: null, actor })
        await vi.waitFor(() => expect(finished).toBe(true), SOON)
        await queue.stop()
        expect(cleaned).toBe(false)
      },
    )
  })

  test('drops a job with its rolled-back transaction, and runs it once the transaction commits', () =>
    withJobs({ greet: async () => null }, async (jobs, db) => {
      await jobs.start()
      let lost = ''
      await db
        .transaction(async (tx) => {
          lost = await jobs.enqueue({ kind: 'greet', payload: null, actor }, tx)
          throw new Error('no')
        })
        .catch(() => {})
      await expect(jobs.get(lost, ada)).rejects.toMatchObject({ status: 404 })
      const id = await db.transaction((tx) =>
        jobs.enqueue({ kind: 'greet', payload: null, actor }, tx),
      )
      await reaches(jobs, id, 'succeeded')
    }))

  test('shows a job only to its creator, and to the system', () =>
    withJobs({}, async (jobs) => {
      const id = await jobs.enqueue({ kind: 'greet', payload: null, actor })
      await expect(jobs.get(id, accessOf('a2'))).rejects.toMatchObject({ status: 404 })
      await expect(jobs.cancel(id, accessOf('a2'))).rejects.toMatchObject({ status: 404 })
      await expect(jobs.get('not-an-id', ada)).rejects.toMatchObject({ status: 404 })
      expect((await jobs.get(id, accessOf(null, 'system'))).state).toBe('queued')
    }))

  test('retries a failed job, then gives up with an error that hides internal details', () => {
    let tries = 0
    return withJobs(
      {
        flaky: async () => {
          tries++
          if (tries < 3) throw new Error('not yet')
          return tries
        },
        broken: async () => {
          throw new Error('secret detail')
        },
      },
      async (jobs) => {
        await jobs.start()
        const flaky = await jobs.enqueue({ kind: 'flaky', payload: null, actor })
        const broken = await jobs.enqueue({ kind: 'broken', payload: null, actor })
        await reaches(jobs, flaky, 'succeeded')
        await reaches(jobs, broken, 'failed')
        expect((await jobs.get(flaky, ada)).result).toBe(3)
        expect((await jobs.get(broken, ada)).error).not.toContain('secret')
      },
    )
  })

  test('does not retry a job whose error a person must fix', () => {
    let tries = 0
    return withJobs(
      {
        refused: async () => {
          tries++
          throw new Problem(403, 'forbidden', 'You may not.')
        },
        partly: async () => {
          throw new JobFailed('Half done.', { done: 1 })
        },
      },
      async (jobs) => {
        await jobs.start()
        const refused = await jobs.enqueue({ kind: 'refused', payload: null, actor })
        const partly = await jobs.enqueue({ kind: 'partly', payload: null, actor })
        await reaches(jobs, refused, 'failed')
        await reaches(jobs, partly, 'failed')
        expect(tries).toBe(1)
        expect((await jobs.get(refused, ada)).error).toBe('You may not.')
        expect(await jobs.get(partly, ada)).toMatchObject({
          error: 'Half done.',
          result: { done: 1 },
        })
      },
    )
  })

  test('resumes a job from its checkpoint after its process died', () =>
    withJobs(
      {
        count: async (job) => ({ from: job.saved, attempt: job.attempt }),
      },
      async (jobs, db) => {
        const id = await jobs.enqueue({ kind: 'count', payload: null, actor })
        await db.query(
          "UPDATE jobs SET state = 'running', attempts = 1, locked_by = 'dead', locked_until = now() - interval '1 s', result = '41' WHERE id = $1",
          [id],
        )
        await jobs.start()
        await reaches(jobs, id, 'succeeded')
        expect((await jobs.get(id, ada)).result).toEqual({ from: 41, attempt: 3 })
      },
    ))

  test('continues a job at once whose process on this machine is gone, not that of a living one', () =>
    withJobs({ keep: async ({ saved }) => saved }, async (jobs, db) => {
      const gone = spawnSync(process.execPath, ['-e', ''])
      const lock = async (pid: number): Promise<string> => {
        const id = await jobs.enqueue({ kind: 'keep', payload: null, actor })
        await db.query(
          "UPDATE jobs SET state = 'running', attempts = 1, result = '41', locked_until = now() + interval '1 h', locked_by = $2 WHERE id = $1",
          [id, JSON.stringify({ ...thisProcess(), start: null, pid })],
        )
        return id
      }
      const [left, busy] = [await lock(gone.pid), await lock(process.ppid)]
      await jobs.start()
      await reaches(jobs, left, 'succeeded')
      expect((await jobs.get(busy, ada)).state).toBe('running')
    }))

  test('resets the attempt count on progress, so that a long job survives many process deaths', () => {
    let steps = 0
    return withJobs(
      {
        long: async (job) => {
          const at = typeof job.saved === 'number' ? job.saved : 0
          await job.save(at + 1)
          if (++steps < 8) throw new Error('died')
          return at + 1
        },
        stuck: async (job) => {
          await job.save(1)
          throw new Error('died')
        },
      },
      async (jobs, db) => {
        const id = await jobs.enqueue({ kind: 'long', payload: null, actor })
        const stuck = await jobs.enqueue({ kind: 'stuck', payload: null, actor })
        await db.query(
          "UPDATE jobs SET state = 'running', attempts = 1, locked_by = 'dead', locked_until = now() - interval '1 s' WHERE id = $1",
          [id],
        )
        await jobs.start()
        await reaches(jobs, id, 'succeeded')
        expect((await jobs.get(id, ada)).result).toBe(8)
        await reaches(jobs, stuck, 'failed')
      },
      { ...fast, retryMs: 1 },
    )
  })

  test('counts an attempt double if its process died, to give up a job that always kills it', () =>
    withJobs({ deadly: async () => null }, async (jobs, db) => {
      const id = await jobs.enqueue({ kind: 'deadly', payload: null, actor })
      await db.query(
        "UPDATE jobs SET state = 'running', attempts = 2, locked_by = 'dead', locked_until = now() - interval '1 s' WHERE id = $1",
        [id],
      )
      await jobs.start()
      await reaches(jobs, id, 'failed')
    }))

  test('never lets two processes work on one job', () => {
    let runs = 0
    const handlers = {
      slow: async () => {
        runs++
        await new Promise((r) => setTimeout(r, 20))
        return null
      },
    }
    return withJobs(handlers, async (jobs, db) => {
      const others = [1, 2].map(() => createJobs(db, { handlers, log: silentLog, timing: fast }))
      const ids = await Promise.all(
        Array.from({ length: 12 }, () => jobs.enqueue({ kind: 'slow', payload: null, actor })),
      )
      try {
        await Promise.all([jobs, ...others].map((q) => q.start()))
        for (const id of ids) await reaches(jobs, id, 'succeeded')
        expect(runs).toBe(12)
      } finally {
        await Promise.all(others.map((q) => q.stop(0)))
      }
    })
  })

  test('takes the next job of somebody else before further ones of a person, one of each kind', () => {
    const order: string[] = []
    const waiting: (() => void)[] = []
    const run: JobHandler = async ({ payload, signal }) => {
      order.push(String(payload))
      await Promise.race([new Promise<void>((end) => waiting.push(end)), aborted(signal)])
      return null
    }
    const started = (...names: string[]) =>
      vi.waitFor(() => expect(order.toSorted()).toEqual(names.toSorted()), SOON)
    return withJobs({ import: run, export: run, refund: run }, async (jobs) => {
      const add = (kind: string, name: string, accountId: string | null) =>
        jobs.enqueue({ kind, payload: name, actor: { ...actor, accountId } })
      for (const n of [1, 2, 3]) await add('import', `import ${n}`, 'a1')
      for (const n of [1, 2]) await add('export', `export ${n}`, 'a1')
      await add('refund', 'refund', 'b2')
      await add('refund', 'of the system', null)
      await jobs.start()
      await started('import 1', 'refund')
      waiting[0]!()
      await started('import 1', 'refund', 'import 2')
      waiting[1]!()
      await started('import 1', 'refund', 'import 2', 'of the system')
      waiting[3]!()
      // Nobody else has any: the next kind of the same person.
      await started('import 1', 'refund', 'import 2', 'of the system', 'export 1')
    })
  })

  test('renews the lease of a running job, so that no other process takes it', () => {
    let runs = 0
    let finish = (): void => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    // The test controls time, so that a busy machine cannot delay the heartbeat.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    return withJobs(
      {
        long: async () => {
          runs++
          await finished
          return null
        },
      },
      async (jobs, db) => {
        const other = createJobs(db, {
          handlers: {
            long: async () => {
              runs++
              return null
            },
          },
          log: silentLog,
          timing: fast,
        })
        const id = await jobs.enqueue({ kind: 'long', payload: null, actor })
        await jobs.start()
        await expect.poll(async () => (await jobs.get(id, ada)).state, SOON).toBe('running')
        await other.start()
        const left = async () =>
          (
            await db.query<{ ms: number }>(
              'SELECT extract(epoch FROM locked_until - now())::float8 * 1000 AS ms FROM jobs',
            )
          ).rows[0]!.ms
        for (let passed = 0; passed <= 2 * fast.leaseMs; passed += fast.leaseMs / 3) {
          await db.query("UPDATE jobs SET locked_until = locked_until - $1 * interval '1 ms'", [
            fast.leaseMs / 3,
          ])
          vi.advanceTimersByTime(fast.leaseMs / 3)
          await expect.poll(left, SOON).toBeGreaterThan((fast.leaseMs * 2) / 3)
        }
        finish()
        await expect.poll(async () => (await jobs.get(id, ada)).state, SOON).toBe('succeeded')
        await other.stop(0)
        expect(runs).toBe(1)
      },
    ).finally(() => {
      vi.useRealTimers()
    })
  })

  test('cancels a waiting job, and a running job at the request of another process', () => {
    let ended = 0
    const handlers = {
      forever: async (job: Parameters<JobHandler>[0]) => {
        try {
          return await aborted(job.signal)
        } finally {
          ended++
        }
      },
    }
    return withJobs(
      handlers,
      async (jobs, db) => {
        const waiting = await jobs.enqueue({
          kind: 'forever',
          payload: null,
          actor,
          runAt: '2100-01-01T00:00:00Z',
        })
        expect((await jobs.cancel(waiting, ada)).state).toBe('cancelled')
        await jobs.start()
        const id = await jobs.enqueue({ kind: 'forever', payload: null, actor })
        await reaches(jobs, id, 'running')
        expect((await createJobs(db, { handlers: {}, log: silentLog }).cancel(id, ada)).state).toBe(
          'cancelled',
        )
        await vi.waitFor(() => expect(ended).toBe(1), SOON)
        expect((await jobs.get(id, ada)).state).toBe('cancelled')
        // A worker in another process notices at its next heartbeat.
      },
      { ...fast, leaseMs: 600 },
    )
  })

  test('requeues an unfinished job when it stops, without counting the attempt', () => {
    const handlers = {
      forever: async (job: Parameters<JobHandler>[0]) => {
        await job.save(7)
        return aborted(job.signal)
      },
    }
    return withJobs(handlers, async (jobs, db) => {
      await jobs.start()
      const id = await jobs.enqueue({ kind: 'forever', payload: null, actor })
      await vi.waitFor(
        async () =>
          expect(
            (await db.query<{ result: number }>('SELECT result FROM jobs')).rows[0]?.result,
          ).toBe(7),
        SOON,
      )
      await jobs.stop(0)
      expect(
        (await db.query('SELECT state, attempts, result FROM jobs WHERE id = $1', [id])).rows,
      ).toEqual([{ state: 'queued', attempts: 0, result: 7 }])
    })
  })

  test('runs many periodic tasks without a warning about too many listeners', () =>
    withJobs({}, async (jobs) => {
      const warnings: Error[] = []
      const keep = (warning: Error): void => void warnings.push(warning)
      process.on('warning', keep)
      let runs = 0
      for (let n = 0; n < 15; n++) jobs.every(60_000, `task ${n}`, async () => void runs++)
      await jobs.start()
      await vi.waitFor(() => expect(runs).toBe(15), SOON)
      await jobs.stop()
      process.off('warning', keep)
      expect(warnings).toEqual([])
    }))

  test('runs a periodic task repeatedly, in one process at a time, and not after it stops', () =>
    withJobs({}, async (jobs, db) => {
      let now = 0
      let most = 0
      let runs = 0
      const task = async () => {
        most = Math.max(most, ++now)
        runs++
        await new Promise((r) => setTimeout(r, 10))
        now--
      }
      const other = createJobs(db, { handlers: {}, log: silentLog, timing: fast })
      for (const queue of [jobs, other]) {
        queue.every(20, 'tidy', task)
        await queue.start()
      }
      await vi.waitFor(() => expect(runs).toBeGreaterThan(4), SOON)
      expect(most).toBe(1)
      await Promise.all([jobs.stop(), other.stop()])
      const after = runs
      await new Promise((r) => setTimeout(r, 100))
      expect(runs).toBe(after)
    }))
})
