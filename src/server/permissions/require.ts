import { forbidden } from '../base/problem.ts'
import type { Access } from './types.ts'

/** Throws 403 unless the caller has the permission `key` (`hotel.read`, `system.audit`). */
export const requirePermission = (access: Access, key: string): void => {
  if (!access.can(key)) throw forbidden()
}
