// A simulated browser: locks that wait and can be stolen, channels between tabs, and a server that
// resumes after an id.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { share, type SharePorts } from './share.ts'
import { compareIds, type Frame } from './stream.ts'
import type { Link } from './tabStream.ts'

interface Waiting {
  readonly take: (lock: { lost: (error: Error) => void }) => void
  readonly stolen?: boolean
}

const fakeBrowser = () => {
  const channels = new Set<{ receive: (data: unknown) => void }>()
  let holder: { lost: (error: Error) => void } | undefined
  const queue: Waiting[] = []
  const next = () => {
    if (!holder) queue.shift()?.take((holder = { lost: () => {} }))
  }
  const request = ((
    _name: string,
    options: { steal?: boolean; signal?: AbortSignal },
    fn: () => Promise<void>,
  ) =>
    new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        take: (lock) => {
          lock.lost = reject
          const free = () => {
            if (holder === lock) {
              holder = undefined
              next()
            }
          }
          void fn().then(() => {
            resolve()
            free()
          })
        },
      }
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(entry)
        if (at >= 0) {
          queue.splice(at, 1)
          reject(new DOMException('aborted', 'AbortError'))
        }
      })
      if (options.steal) {
        holder?.lost(new DOMException('stolen', 'AbortError'))
        holder = undefined
        queue.unshift(entry)
      } else queue.push(entry)
      queueMicrotask(next)
    })) as unknown as LockManager['request']
  return {
    locks: { request },
    /**
     * `state.deaf`: receives nothing; `state.asleep`: sends nothing either; `state.late`: receives
     * only after `late` is reset.
     */
    channel: (state: { deaf: boolean; asleep: boolean; late?: boolean }) => {
      const receive = (data: unknown): void => {
        if (state.late) setTimeout(() => receive(data))
        else if (channels.has(mine) && !state.deaf && !state.asleep) {
          mine.onmessage?.({ data } as MessageEvent)
        }
      }
      const mine = {
        receive,
        onmessage: null as ((event: MessageEvent) => void) | null,
        postMessage: (data: unknown) => {
          if (!state.asleep) {
            for (const other of channels) {
              if (other !== mine) queueMicrotask(() => other.receive(structuredClone(data)))
            }
          }
        },
        close: () => void channels.delete(mine),
      }
      channels.add(mine)
      return mine as unknown as BroadcastChannel
    },
  }
}

/** Changes in order, and the open connections. */
const fakeServer = () => {
  const log: Frame[] = []
  const open = new Set<(frame: Frame) => void>()
  let most = 0
  /** Responses to connections made while the server holds back. */
  let held: (() => void)[] | undefined
  return {
    get open() {
      return open.size
    },
    get most() {
      return most
    },
    change(name: string) {
      const frame = { id: `${log.length + 8}-1`, event: 'change', data: name }
      log.push(frame)
      for (const send of open) send(frame)
    },
    tell(frame: Frame) {
      for (const send of open) send(frame)
    },
    /** Holds new connections until `answer`. */
    hold() {
      held = []
    },
    respond() {
      held?.forEach((fn) => fn())
      held = undefined
    },
    signal(name: string) {
      for (const send of open) send({ id: undefined, event: 'signal', data: name })
    },
    connect(link: Link, stop: AbortSignal) {
      const send = (frame: Frame) => {
        if (!stop.aborted) link.frame(frame)
      }
      open.add(send)
      most = Math.max(most, open.size)
      const after = link.known
      const begin = () => {
        if (after === undefined) send({ id: log.at(-1)?.id ?? '1-1', event: 'ready', data: '{}' })
        else for (const frame of log) if (compareIds(frame.id!, after) > 0) send(frame)
      }
      if (held) held.push(begin)
      else begin()
      stop.addEventListener('abort', () => open.delete(send))
    },
  }
}

let browser: ReturnType<typeof fakeBrowser>
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  vi.useFakeTimers()
  browser = fakeBrowser()
  server = fakeServer()
})
afterEach(() => {
  vi.useRealTimers()
})
const settle = () => vi.advanceTimersByTimeAsync(1)

const openTab = (known?: string, ports: Partial<SharePorts> = {}) => {
  const tab = {
    received: [] as string[],
    missed: 0,
    ended: 0,
    ready: 0,
    deaf: false,
    asleep: false,
    late: false,
    leading: false,
    leave: () => {},
  }
  const leave = share(
    'live',
    known,
    {
      async lead(stop, mine) {
        tab.leading = true
        // A sleeping tab keeps its lock and reads nothing; the network eventually closes its
        // connection.
        const reading = new AbortController()
        const over = new Promise<void>((resolve) =>
          stop.addEventListener('abort', () => {
            reading.abort()
            resolve()
          }),
        )
        server.connect(
          {
            ...mine,
            get known() {
              return mine.known
            },
            frame: (frame) => {
              if (!tab.asleep) mine.frame(frame)
            },
          },
          reading.signal,
        )
        await over
        tab.leading = false
      },
      take: ({ event, data }) => {
        if (event !== 'ready') tab.received.push(data)
      },
      missed: () => {
        tab.missed++
      },
      ended: () => {
        tab.ended++
      },
      ready: () => {
        tab.ready++
      },
    },
    { locks: browser.locks, channel: () => browser.channel(tab), visible: () => true, ...ports },
  )
  tab.leave = leave
  return tab
}

test('one of three tabs holds the connection, and all tabs receive every event', async () => {
  const tabs = [openTab(), openTab(), openTab()]
  await settle()
  server.change('a')
  server.signal('s')
  server.change('b')
  await settle()
  expect(server.most).toBe(1)
  expect(tabs.map((t) => [t.leading, t.ready])).toEqual([
    [true, 1],
    [false, 1],
    [false, 1],
  ])
  expect(tabs.map((t) => t.received)).toEqual([
    ['a', 's', 'b'],
    ['a', 's', 'b'],
    ['a', 's', 'b'],
  ])
})

test('every tab learns when the connection is ready, whether opened before or after', async () => {
  server.hold()
  const [first, second] = [openTab(), openTab()]
  await settle()
  expect([first.ready, second.ready]).toEqual([0, 0])
  server.respond()
  await settle()
  const third = openTab()
  await settle()
  expect([first.ready, second.ready, third.ready]).toEqual([1, 1, 1])
  first.leave()
  await settle()
  server.tell({ id: '900-1', event: 'ready', data: '{}' })
  await settle()
  expect([second.ready, third.ready]).toEqual([2, 2])
})

test('when the connected tab closes, another takes over without gaps or duplicates', async () => {
  const [first, ...others] = [openTab(), openTab(), openTab()]
  await settle()
  server.change('a')
  await settle()
  first!.leave()
  server.change('while nobody listens')
  await settle()
  server.change('b')
  await settle()
  expect(server.open).toBe(1)
  expect(server.most).toBe(1)
  expect(others.map((t) => t.received)).toEqual(
    others.map(() => ['a', 'while nobody listens', 'b']),
  )
  expect(others.map((t) => t.missed)).toEqual([0, 0])
})

test('does not repeat a closing tab’s last messages that arrive while the next tab connects', async () => {
  const [first, second, third] = [openTab('7-1'), openTab('7-1'), openTab('7-1')]
  await settle()
  const frames: string[] = []
  browser.channel({ deaf: false, asleep: false }).onmessage = ({
    data,
  }: MessageEvent<{ kind: string; frame?: Frame }>) => {
    if (data.frame) frames.push(data.frame.data)
  }
  server.change('a')
  await settle()
  // The lock moves faster than earlier messages.
  second.late = third.late = true
  server.change('b')
  server.hold()
  first.leave()
  await settle()
  expect(second.leading).toBe(true)
  second.late = third.late = false
  await settle()
  server.respond()
  server.change('c')
  await settle()
  expect(frames).toEqual(['a', 'b', 'c'])
  expect([second.received, third.received]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect([second.missed, third.missed]).toEqual([0, 0])
})

test.each(['the tab that received less takes over', 'the tab that received more takes over'])(
  'tabs that received different events end up consistent: %s',
  async (which) => {
    const first = openTab('7-1')
    await settle()
    const [second, third] = [openTab('7-1'), openTab('7-1')]
    await settle()
    server.change('a')
    await settle()
    const [less, more] = which.includes('less') ? [second, third] : [third, second]
    less.deaf = true
    server.change('b')
    await settle()
    less.deaf = false
    first.leave()
    await settle()
    server.change('c')
    await settle()
    expect(more.received).toEqual(['a', 'b', 'c'])
    expect(more.missed).toBe(0)
    // Either it receives what it missed, or it knows that it must reload everything.
    expect([less.received, less.missed]).toEqual(
      less === second ? [['a', 'b', 'c'], 0] : [['a', 'c'], 1],
    )
  },
)

test('a tab opened with an event id older than the shared stream reloads everything', async () => {
  openTab('7-1')
  await settle()
  server.change('a')
  await settle()
  const [late, current] = [openTab('7-1'), openTab('8-1')]
  await settle()
  expect([late.missed, current.missed]).toEqual([1, 0])
})

test('a visible tab takes over from a sleeping connected tab, which rejoins without the connection', async () => {
  const [sleeper, reader, hidden] = [
    openTab(),
    openTab(),
    openTab(undefined, { visible: () => false }),
  ]
  await settle()
  server.change('a')
  await settle()
  sleeper.asleep = true
  server.change('b')
  await vi.advanceTimersByTimeAsync(44_000)
  expect([reader.leading, hidden.leading]).toEqual([true, false])
  expect([reader.received, hidden.received]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  sleeper.asleep = false
  server.change('c')
  await settle()
  expect(server.open).toBe(1)
  expect([reader.received, hidden.received, sleeper.received]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'c'],
  ])
  expect([reader.missed, hidden.missed, sleeper.missed]).toEqual([0, 0, 1])
})

test('a connected tab that is idle but awake keeps the connection', async () => {
  const [leader, reader] = [openTab(), openTab()]
  await vi.advanceTimersByTimeAsync(600_000)
  expect([leader.leading, reader.leading, server.most]).toEqual([true, false, 1])
})

test('a stream reset reaches every tab, and each continues from there', async () => {
  const tabs = [openTab('900-1'), openTab('900-1')]
  await settle()
  server.tell({ id: '5-0', event: 'reset', data: 'reset' })
  server.tell({ id: '6-1', event: 'change', data: 'a' })
  await settle()
  expect(tabs.map((t) => t.received)).toEqual([
    ['reset', 'a'],
    ['reset', 'a'],
  ])
})

test('compares event ids numerically', () => {
  expect(compareIds('9-1', '10-1')).toBeLessThan(0)
  expect(compareIds('10-9', '10-10')).toBeLessThan(0)
  expect(compareIds('10-10', '10-10')).toBe(0)
  expect(compareIds('11-1', '10-10')).toBeGreaterThan(0)
})

test('without locks or channels each tab opens its own connection', async () => {
  const tabs = [
    openTab(undefined, { locks: undefined }),
    openTab(undefined, { channel: undefined }),
  ]
  await settle()
  server.change('a')
  await settle()
  expect(server.open).toBe(2)
  expect(tabs.map((t) => t.received)).toEqual([['a'], ['a']])
  for (const tab of tabs) tab.leave()
  expect(server.open).toBe(0)
})
