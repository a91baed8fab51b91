/** This browser's push registration. Nothing is stored unless someone turned push on here. */
const KEY = 'pushDevice'

/**
 * A registered browser: its id at our server, its push address, its account, and when the address
 * was last renewed and last registered with us (ms).
 */
export interface DeviceMark {
  readonly id: string
  readonly address: string
  readonly endpoint: string
  readonly account: string
  readonly asked: number
  readonly registered: number
}

export const readMark = (): DeviceMark | undefined => {
  try {
    const mark: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof mark !== 'object' || mark === null) return undefined
    const { id, address, endpoint, account, asked, registered } = mark as Partial<
      Record<keyof DeviceMark, unknown>
    >
    return typeof id === 'string' &&
      typeof address === 'string' &&
      typeof endpoint === 'string' &&
      typeof account === 'string' &&
      typeof asked === 'number' &&
      typeof registered === 'number'
      ? { id, address, endpoint, account, asked, registered }
      : undefined
  } catch {
    return undefined
  }
}

export const keepMark = (mark: DeviceMark): void => localStorage.setItem(KEY, JSON.stringify(mark))
export const dropMark = (): void => localStorage.removeItem(KEY)
