/** Devices that show push messages while the application is closed. */
import { v7 as uuidv7 } from 'uuid'
import type { Query } from '../database/query.ts'
import { SESSION_LIFE_S } from '../permissions/sessionLife.ts'

/** A device as shown to its owner. Instants are ISO 8601. */
export interface DeviceView {
  readonly id: string
  readonly userAgent: string | null
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly sessionId: string
}

/** A device to send to. `lastKey` is the last message it got. */
export interface Device {
  readonly id: string
  readonly token: string
  readonly lastKey: string | null
}

/** Maximum devices per person; beyond this, those unseen for longest are deleted. */
export const MOST_DEVICES = 20

// A person who did not sign out still gets messages, even after the idle time at which the session
// asks for the password again.
const ALIVE = `EXISTS (SELECT 1 FROM "session" s WHERE s.id = d.session_id AND s."createdAt" > now() - interval '${SESSION_LIFE_S} seconds')`

/** Registers or renews a device and returns its id: the last account to register a token has it. */
export const registerDevice = async (
  query: Query,
  {
    person,
    session,
    token,
    userAgent,
  }: {
    readonly person: string
    readonly session: string
    readonly token: string
    readonly userAgent: string | null
  },
): Promise<string> => {
  const {
    rows: [row],
  } = await query<{ id: string }>(
    `INSERT INTO push_devices (id, person_id, session_id, token, user_agent) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (token) DO UPDATE SET person_id = excluded.person_id, session_id = excluded.session_id, user_agent = excluded.user_agent, last_seen_at = now() RETURNING id`,
    [uuidv7(), person, session, token, userAgent],
  )
  await query(
    `DELETE FROM push_devices WHERE person_id = $1 AND id NOT IN (SELECT id FROM push_devices WHERE person_id = $1 ORDER BY last_seen_at DESC, id DESC LIMIT ${MOST_DEVICES})`,
    [person],
  )
  return row!.id
}

/** Returns a person's devices, most recently seen first. */
export const listDevices = async (query: Query, person: string): Promise<DeviceView[]> =>
  (
    await query<DeviceView>(
      `SELECT d.id, d.user_agent AS "userAgent", d.created_at AS "createdAt", d.last_seen_at AS "lastSeenAt", d.session_id AS "sessionId" FROM push_devices d WHERE d.person_id = $1 AND ${ALIVE} ORDER BY d.last_seen_at DESC, d.id DESC`,
      [person],
    )
  ).rows

/** Returns the devices for a person's messages; with `id`, only that one. */
export const devicesOf = async (query: Query, person: string, id?: string): Promise<Device[]> =>
  (
    await query<Device>(
      `SELECT d.id, d.token, d.last_key AS "lastKey" FROM push_devices d WHERE d.person_id = $1 AND ($2::uuid IS NULL OR d.id = $2::uuid) AND ${ALIVE} ORDER BY d.last_seen_at DESC`,
      [person, id ?? null],
    )
  ).rows

/** Deletes a person's device; false when there is none. */
export const removeDevice = async (query: Query, person: string, id: string): Promise<boolean> =>
  (await query('DELETE FROM push_devices WHERE person_id = $1 AND id = $2', [person, id]))
    .rowCount === 1

/** Deletes devices the push service no longer knows. */
export const dropDevices = async (query: Query, ids: readonly string[]): Promise<void> => {
  if (ids.length) await query('DELETE FROM push_devices WHERE id = ANY($1::uuid[])', [ids])
}

/** Records which devices got a message. */
export const noteDelivered = async (
  query: Query,
  ids: readonly string[],
  key: string,
): Promise<void> => {
  if (ids.length) {
    await query('UPDATE push_devices SET last_key = $2 WHERE id = ANY($1::uuid[])', [ids, key])
  }
}

/** Deletes devices whose session is too old. Run by a job each hour. */
export const purgeDevices = async (query: Query): Promise<void> => {
  await query(`DELETE FROM push_devices d WHERE NOT ${ALIVE}`)
}
