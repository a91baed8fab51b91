const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Calls that keep next to nothing, and without which nobody could look at what is wrong. */
const SMALL =
  /^\/api\/(?:signals|auth\/(?:sign-in\/email|two-factor\/verify|identity|sign-out|prove))$/

/**
 * Whether a call is refused with 507 while the disk of the server is full. `method` in capitals.
 */
export const needsRoom = (method: string, path: string): boolean =>
  !READING.has(method) && !SMALL.test(path)
