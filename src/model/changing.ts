const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Calls that store almost nothing and are needed to look into the problem. */
const SMALL =
  /^\/api\/(?:signals|auth\/(?:sign-in\/email|two-factor\/verify|identity|sign-out|prove))$/

/** True when a call is rejected with 507 while the server's disk is full. `method` in capitals. */
export const needsRoom = (method: string, path: string): boolean =>
  !READING.has(method) && !SMALL.test(path)
