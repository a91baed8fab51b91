/** Support for write tests: a database with the tables of a model, and people with permissions. */
import { randomUUID } from 'node:crypto'
import type { AnyResource } from '#schemas/define/resource.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { compileModel } from '#model/compile.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Database } from '#server/database/pool.ts'
import { Problem } from '#server/base/problem.ts'
import { createVault } from '#server/secrets/vault.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Actor } from '#server/permissions/types.ts'
import { modelDatabase } from './database.ts'
import type { RuleBook } from '#server/store/write/rules.ts'
import {
  createWriter,
  type TransactionalWriter,
  type TxWriteContext,
  type WriterParts,
} from '#server/store/write/writer.ts'

export interface Bench {
  readonly db: Database
  readonly model: Model
  readonly parts: WriterParts
  readonly writer: TransactionalWriter
  of(entity: string): ResourceModel
  /** Context of a person with these grants; by default of the system. */
  as(person?: Partial<Actor> | readonly Grants[]): TxWriteContext
  audit(entity: string): Promise<
    {
      seq: number
      record_id: string
      version: number
      action: string
      reason: string | null
      actor_name: string
      channel: string
      patch: Record<string, [unknown, unknown]>
    }[]
  >
}

/** Opens a fresh database with the tables of the resources. Close `db` afterwards. */
export const openBench = async (
  resources: Readonly<Record<string, AnyResource>>,
  rules: RuleBook = {},
  now: () => Date = () => new Date(),
): Promise<Bench> => {
  const model = compileModel(resources)
  const db = await modelDatabase(model, { maxConnections: 20 })
  const vault = createVault('a secret of the tests, long enough to be one')
  const parts: WriterParts = { vault, db, model, resources, rules, now }
  return {
    db,
    model,
    parts,
    writer: createWriter(parts),
    of(entity) {
      const found = model.resources.find((r) => r.entity === entity)
      if (!found) throw new Error(`There is no entity "${entity}".`)
      return found
    },
    as(person) {
      const given: Partial<Actor> = Array.isArray(person)
        ? { grants: person as readonly Grants[] }
        : ((person as Partial<Actor> | undefined) ?? {})
      const actor: Actor = person
        ? {
            kind: 'person',
            accountId: 'account',
            personId: randomUUID(),
            name: 'Ada',
            tenant: null,
            roleIds: [],
            grants: [{ allow: ['*'], deny: [] }],
            provedAt: Date.now(),
            ...given,
          }
        : systemActor
      return {
        access: compileAccess(model, actor),
        channel: 'api',
        requestId: 'request',
        operationId: randomUUID(),
      }
    },
    audit: async (entity) =>
      (await db.query<never>('SELECT * FROM audit WHERE entity = $1 ORDER BY seq', [entity])).rows,
  }
}

/**
 * The problem of a rejected promise, as the HTTP layer would write it; fails when the promise
 * resolves.
 */
export const problemOf = async (
  promise: Promise<unknown>,
): Promise<
  Record<string, unknown> & {
    status: number
    code: string
    detail: string
    errors?: { path: string; code: string; message: string }[]
  }
> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof Problem) return error.toJSON() as never
    throw error
  }
  throw new Error('This was expected to be refused.')
}
