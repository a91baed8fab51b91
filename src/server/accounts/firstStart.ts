import { randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import { builtInRole, builtInRoles } from '../permissions/builtin.ts'
import type { TransactionalWriter, TxWriteContext } from '../store/write/writer.ts'
import { findPeople, peopleModel } from './people.ts'
import type { Accounts } from './types.ts'

/** What the first start needs of the services. */
export interface FirstStartServices {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly accounts: Pick<Accounts, 'createAccount'>
  readonly log: { info(message: string): void }
}

const contextOf = (model: Model): TxWriteContext => ({ access: compileAccess(model, systemActor), channel: 'system', requestId: randomUUID(), operationId: uuidv7() })

/** Makes the built-in roles that are missing, in one transaction. What somebody changed in one stays. */
export const ensureBuiltInRoles = async ({ db, model, writer }: Pick<FirstStartServices, 'db' | 'model' | 'writer'>): Promise<void> => {
  const { roles, grants } = peopleModel(model)
  const has = (field: string): boolean => roles.fields.some((f) => f.name === field)
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(`SELECT id FROM "${roles.table}" WHERE id = ANY($1::uuid[])`, [builtInRoles.map((r) => r.id)])
    const known = new Set(rows.map((r) => r.id))
    for (const role of builtInRoles.filter((r) => !known.has(r.id))) {
      const body = { [roles.title]: role.name, ...(has('description') ? { description: role.description } : {}), [grants]: role.grants }
      await writer.create(roles, body, { ...contextOf(model), tx, set: { id: role.id, ...(has('system') ? { system: true } : {}) } })
    }
  })
}

/**
 * The first super-admin of an installation without accounts: `email` and `password` if given, else `admin@example.com`
 * with a random password that is printed once. Does nothing where anybody has an account.
 */
export const ensureFirstAdmin = async (services: FirstStartServices, given: { email?: string | undefined; password?: string | undefined } = {}): Promise<void> => {
  const { db, model, writer, accounts, log } = services
  if ((await db.query('SELECT 1 FROM "user" LIMIT 1')).rowCount) return
  const declared = peopleModel(model)
  const { person, resource } = declared
  const email = (given.email ?? 'admin@example.com').toLowerCase()
  const password = given.password ?? randomBytes(12).toString('base64url')
  const name = 'Administrator'
  // After a crash between the two, the record is there already.
  const known = await findPeople(declared, db.query).byEmail(email)
  const personId = known?.id ?? (await writer.create(resource,
    { [person.name]: name, [person.email]: email, [person.roles]: [builtInRole('super-admin').id] }, { ...contextOf(model), set: { state: person.active } })).id
  await accounts.createAccount({ email, name, password, verified: true, personId })
  log.info(given.password ? `Made the super-admin ${email}.` : `Made the super-admin ${email} with the password ${password} — it is shown only now.`)
}
