import type { Json } from '#model/types.ts'

/** Where an action's answer leads the browser (`{ redirect }`): a path of this origin or an https address; anything else leads nowhere. */
export const followable = (result: Json): string | undefined => {
  const to =
    typeof result === 'object' && result !== null && 'redirect' in result
      ? result.redirect
      : undefined
  if (typeof to !== 'string') return undefined
  return /^\/(?![/\\])/.test(to) ||
    to.startsWith('https://') ||
    to.startsWith(`${globalThis.location?.origin ?? '-'}/`)
    ? to
    : undefined
}
