import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Ctx } from './context.ts'

/** Returns the eight groups of an IPv6 address. */
const groupsOf = (address: string): readonly number[] => {
  // The URL parser is the only canonicaliser built into Node.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/**
 * Normalises an address: IPv6 in lower case without a zone, IPv4-mapped IPv6 as IPv4, without a
 * port. Undefined for anything that is not an address.
 */
export const canonicalAddress = (text: string): string | undefined => {
  const bare = (/^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text).split('%')[0]!
  if (isIPv6(bare)) {
    const groups = groupsOf(bare)
    const mapped = groups.slice(0, 5).every((g) => g === 0) && groups[5] === 0xffff
    return mapped
      ? groups
          .slice(6)
          .flatMap((g) => [g >> 8, g & 255])
          .join('.')
      : new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  }
  const v4 = bare.replace(/:\d{1,5}$/, '')
  return isIPv4(v4) ? v4 : undefined
}

/**
 * Returns the key for rate limits: an IPv4 address, or the first 64 bits of an IPv6 address, which
 * usually belong to one customer.
 */
export const networkOfAddress = (address: string): string =>
  isIP(address) === 6
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
    : address

/**
 * Returns the client's address: the socket's, or behind a trusted proxy the entry of
 * `X-Forwarded-For` that the outermost trusted proxy wrote (`true` = one proxy). Entries further
 * left are unverified claims, and invalid addresses are ignored.
 */
export const clientAddress = (c: Ctx, trustProxy: boolean | number): string => {
  const hops = Number(trustProxy)
  if (hops > 0) {
    const chain = (c.req.header('x-forwarded-for') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const claimed = chain.at(-Math.min(hops, chain.length))
    const address = claimed && claimed.length <= 64 ? canonicalAddress(claimed) : undefined
    if (address) return address
  }
  const socket = c.env?.incoming?.socket.remoteAddress
  return (socket && canonicalAddress(socket)) ?? 'unknown'
}

/** Returns the network by which every limit counts a client. */
export const clientNetwork = (c: Ctx, trustProxy: boolean | number): string =>
  networkOfAddress(clientAddress(c, trustProxy))
