import type { Ctx } from '../http/context.ts'

/**
 * Address of the client: the socket's, or behind a trusted proxy the entry of `X-Forwarded-For` that the outermost
 * trusted proxy wrote (`true` = one proxy). Entries further left are the client's own claim.
 */
export const clientAddress = (c: Ctx, trustProxy: boolean | number): string => {
  const hops = Number(trustProxy)
  if (hops > 0) {
    const chain = (c.req.header('x-forwarded-for') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const claimed = chain.at(-Math.min(hops, chain.length))
    if (claimed && claimed.length <= 64) return claimed
  }
  return c.env?.incoming?.socket.remoteAddress ?? 'unknown'
}
