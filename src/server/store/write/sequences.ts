import type { Tx } from '../../database/pool.ts'

/**
 * Next number of a gap-free sequence, from 1: its row is locked until the transaction ends, so the
 * number of a failed write is reused.
 */
export const nextNumber = async (tx: Tx, name: string): Promise<number> => {
  const { rows } = await tx.query<{ value: number }>(
    'INSERT INTO sequences AS s (name, value) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value',
    [name],
  )
  return rows[0]!.value
}

/**
 * Serialises transactions on `name`; a row lock, since not every PostgreSQL-compatible engine has
 * advisory locks.
 */
export const lockName = async (tx: Tx, name: string): Promise<void> => {
  await tx.query(
    'INSERT INTO sequences AS s (name, value) VALUES ($1, 0) ON CONFLICT (name) DO UPDATE SET value = s.value',
    [`lock:${name}`],
  )
}
