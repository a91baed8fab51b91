const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const
const nameIn = (agent: string, list: readonly (readonly [string, string])[]): string | undefined =>
  list.find(([mark]) => agent.includes(mark))?.[1]

/** `Firefox, Linux`; the beginning of the text for other clients, empty without one. */
export const deviceName = (agent: string | null): string =>
  [nameIn(agent ?? '', browsers), nameIn(agent ?? '', systems)].filter(Boolean).join(', ') ||
  (agent ?? '').slice(0, 40)

/** True for a mobile device. */
export const isMobile = (agent: string | null): boolean =>
  /Mobi|Android|iPhone|iPad/.test(agent ?? '')
