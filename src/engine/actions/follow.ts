import type { Json } from '#model/types.ts'

/** Returns the text that an action's response gives to the clipboard (`{ copy }`), if any. */
export const copyable = (result: Json): string | undefined => {
  const text =
    typeof result === 'object' && result !== null && 'copy' in result ? result.copy : undefined
  return typeof text === 'string' ? text : undefined
}

/**
 * Returns the redirect target of an action's response (`{ redirect }`): a path of this origin or an
 * https address; undefined for anything else.
 */
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
