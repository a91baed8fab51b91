import { createMiddleware } from 'hono/factory'
import type { Env } from '../web/context.ts'
import { Problem } from '../base/problem.ts'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * How many expensive calls of one person run at a time in this process, and how many more may wait.
 */
export interface AtOnce {
  readonly running: number
  readonly waiting: number
}

/** The refusal of one request too many at the same time. */
export const tooManyAtOnce = (): Problem =>
  new Problem(
    429,
    'too_many_requests',
    'Too many of these requests run at the same time. Try again in a moment.',
    { headers: { 'Retry-After': '2' } },
  )

/** Calls `done` once the content was sent or cancelled. */
const untilSent = (content: ReadableStream<Uint8Array>, done: () => void) => {
  const reader = content.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done: over } = await reader.read()
          if (!over) return controller.enqueue(value)
          done()
          controller.close()
        } catch (error) {
          done()
          controller.error(error)
        }
      },
      async cancel(reason) {
        done()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Limits the concurrent calls of each account, so that one person cannot slow everybody down:
 * further calls wait in order, and those beyond `waiting` get 429. With `whole`, a call runs until
 * its content was sent; with `method`, only calls of that method count.
 */
export const atOnce = (
  { running, waiting }: AtOnce,
  { whole = false, method }: { readonly whole?: boolean; readonly method?: string } = {},
) => {
  const lines = new Map<string, Line>()
  return createMiddleware<Env>(async (c, next) => {
    if (method !== undefined && c.req.method !== method) return next()
    const account = c.get('actor')?.accountId ?? ''
    const line = lines.get(account) ?? { running: 0, waiting: [] }
    lines.set(account, line)
    if (line.running >= running) {
      if (line.waiting.length >= waiting) throw tooManyAtOnce()
      // The finished call hands over its slot, so `running` does not change.
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    } else line.running++
    let left = false
    const leave = (): void => {
      if (left) return
      left = true
      const first = line.waiting.shift()
      if (first) return first()
      if (--line.running === 0) lines.delete(account)
    }
    try {
      await next()
    } catch (error) {
      leave()
      throw error
    }
    const { body, status, headers } = c.res
    if (!whole || !body || status >= 400) return leave()
    c.res = new Response(untilSent(body, leave), { status, headers })
  })
}
