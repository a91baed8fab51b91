import type { Json } from '#model/types.ts'
import { call } from './api.ts'

/** Stores a preference of the person. */
export const keepPreference = async (key: string, value: Json): Promise<void> => {
  await call(`/api/me/preferences/${encodeURIComponent(key)}`, { method: 'PUT', body: value })
}
