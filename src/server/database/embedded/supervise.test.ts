import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { supervise } from './supervise.ts'

/** A fake PostgreSQL process that ends on command, with some last output. */
const server = () => {
  let end = (): void => {}
  let words = ''
  const exited = new Promise<void>((resolve) => (end = resolve))
  return {
    exited,
    said: () => words,
    stop: async () => end(),
    ends: (said: string) => {
      words = said
      end()
    },
  }
}

let now: number
let states: string[]
let said: string[]
let starts: number
let released: number
let running: ReturnType<typeof server>
/** Errors of the next starts. */
let failing: string[]
let supervisor: { stop: () => Promise<void> }

beforeEach(() => {
  now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  states = []
  said = []
  starts = released = 0
  failing = []
  running = server()
  const keep = (text: string): void => void said.push(text)
  const start = async () => {
    starts++
    const failure = failing.shift()
    if (failure) throw new Error(failure)
    return (running = server())
  }
  supervisor = supervise(running, start, {
    log: { info: keep, warn: keep, error: keep },
    onState: (state) => states.push(state),
    makeRoom: () => void released++,
    firstWaitMs: 0,
    roomMs: 1,
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await supervisor.stop()
})

const endsAndStarts = async (): Promise<void> => {
  const before = starts
  running.ends('crashed')
  await vi.waitFor(() => expect(starts).toBe(before + 1), { timeout: 20_000 })
  await vi.waitFor(() => expect(states.at(-1)).toBe('ready'), { timeout: 20_000 })
}

test('restarts PostgreSQL five times within ten minutes, but not a sixth time', async () => {
  for (let n = 0; n < 5; n++) await endsAndStarts()
  expect(states).toEqual(Array.from({ length: 5 }, () => ['recovering', 'ready']).flat())
  running.ends('crashed again')
  await vi.waitFor(() => expect(states.at(-1)).toBe('ended'), { timeout: 20_000 })
  expect(said.at(-1)).toMatch(/^PostgreSQL stopped 6 times within ten minutes and is not restarted/)
  expect(starts).toBe(5)
})

test('counts only restarts within the last ten minutes', async () => {
  for (let n = 0; n < 12; n++) {
    now += 2.1 * 60_000
    await endsAndStarts()
  }
  expect(states).not.toContain('ended')
})

test('counts failed starts towards the limit', async () => {
  failing = Array.from({ length: 10 }, () => 'cannot start')
  running.ends('crashed')
  await vi.waitFor(() => expect(states.at(-1)).toBe('ended'), { timeout: 20_000 })
  expect(starts).toBe(5)
})

test('on a full disk, frees space before each start and retries without a limit', async () => {
  failing = Array.from({ length: 20 }, () => 'PANIC: could not write: No space left on device')
  running.ends('could not extend file: No space left on device')
  await vi.waitFor(() => expect(states.at(-1)).toBe('ready'), { timeout: 20_000 })
  expect([starts, released]).toEqual([21, 21])
})

test('stops a process that is starting while the supervisor stops', async () => {
  let stopped = 0
  let started = (): void => {}
  const slow = new Promise<void>((resolve) => (started = resolve))
  const first = server()
  const second = server()
  let asked = false
  const other = supervise(
    first,
    async () => {
      asked = true
      await slow
      return {
        ...second,
        stop: async () => {
          stopped++
          second.ends('')
        },
      }
    },
    { log: { info() {}, warn() {}, error() {} }, onState() {}, firstWaitMs: 0 },
  )
  first.ends('crashed')
  await vi.waitFor(() => expect(asked).toBe(true), { timeout: 20_000 })
  const stopping = other.stop()
  started()
  await stopping
  expect(stopped).toBe(1)
})
