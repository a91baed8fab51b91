/** The person's devices on our server. All throw `ApiProblem`. */
import { call, get } from '../api.ts'

/**
 * A device that shows messages while the application is closed. `current`: the device of this
 * session.
 */
export interface Device {
  readonly id: string
  readonly current: boolean
  readonly userAgent: string | null
  readonly createdAt: string
  readonly lastSeenAt: string
}

/** `available`: a push service is configured. */
export const listDevices = (
  signal?: AbortSignal,
): Promise<{ readonly available: boolean; readonly data: readonly Device[] }> =>
  get('/api/me/devices', signal ? { signal } : {})
/** Registers or renews this browser's push address; returns the device id. */
export const registerAddress = async (token: string): Promise<string> =>
  (
    await call<{ readonly data: { readonly id: string } }>('/api/me/devices', {
      method: 'PUT',
      body: { token },
    })
  ).body.data.id
export const removeDevice = (id: string): Promise<unknown> =>
  call(`/api/me/devices/${id}`, { method: 'DELETE' })
/** Sends a message to one device. */
export const testDevice = async (id: string): Promise<'sent' | 'no_device'> =>
  (
    await call<{ readonly data: { readonly state: 'sent' | 'no_device' } }>(
      `/api/me/devices/${id}/test`,
      { method: 'POST', timeoutMs: 30_000 },
    )
  ).body.data.state
