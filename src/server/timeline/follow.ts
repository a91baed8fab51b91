import type { Tx } from '../database/pool.ts'

/** Makes a person follow a record; no effect if they already do. */
export const startFollowing = async (
  tx: Tx,
  entity: string,
  id: string,
  person: string,
): Promise<void> => {
  await tx.query(
    'insert into record_followers (entity, record_id, person_id) values ($1, $2::uuid, $3::uuid) on conflict do nothing',
    [entity, id, person],
  )
}
