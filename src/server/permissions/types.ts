import type { Grants } from '#schemas/define/permissions.ts'
import type { ResourceModel } from '#model/types.ts'

/** Who acts. The system actor may do everything and is what jobs and start-up write as. */
export interface Actor {
  readonly kind: 'person' | 'system'
  /** Id of the account that signed in; null for the system. */
  readonly accountId: string | null
  /** Id of the person's record (the resource that declares `person`); written to `createdBy`, `updatedBy` and the audit. */
  readonly personId: string | null
  /** Null for the system: each reader sees it named in their language. */
  readonly name: string | null
  /** Tenant (vendor) the person works for; null = own staff, no row scope. */
  readonly tenant: string | null
  readonly roleIds: readonly string[]
  /** What each of the person's roles grants. */
  readonly grants: readonly Grants[]
  /** When the person last proved who they are: signing in, or with the password or a code since. Milliseconds since 1970; absent = never. */
  readonly provedAt?: number
}

/** Positional values of a statement under construction: `add(v)` answers its placeholder `$n`. */
export interface SqlValues {
  readonly values: unknown[]
  add(value: unknown): string
}

/** Fields that an actor reads (or writes) on some of their rows only: on those of the roles that grant these fields. */
export interface Narrowed {
  readonly fields: ReadonlySet<string>
  /** SQL condition on rows under `alias`, which holds of the actor's own rows: `false` = on none. */
  rows(alias: string, sql: SqlValues): string
}

/** The compiled rights of one actor: the one rule every channel asks. */
export interface Access {
  readonly actor: Actor
  /** True when some role allows the key (its own `deny` wins within the role) . */
  can(key: string): boolean
  /** Fields of the shape and `state` the actor reads on some row, see `narrowed`; standard fields are always readable. Secret fields count as readable when their mask may be shown. */
  readable(resource: ResourceModel): ReadonlySet<string>
  /** Fields the actor may write in a body on some row, see `narrowed` (never derived ones, never `state`). */
  writable(resource: ResourceModel): ReadonlySet<string>
  /**
   * Readable (writable) fields that are not so on each of the actor's rows: a field is open on a row only if one role grants
   * both. Empty where all roles that grant the rows grant the same fields or the same rows. Reading takes the roles that grant
   * any reading of the entity, writing those that grant `key`; without it, any writing.
   */
  narrowed(resource: ResourceModel, purpose: 'read' | 'write', key?: string): readonly Narrowed[]
  /**
   * SQL condition that rows under `alias` must meet for the actor: `true` = all, `false` = none. `write` also refuses
   * to tenants the rows they share with others. Of the roles, those count that grant `key`; without it, those that
   * grant any reading (or writing) of the entity. It says nothing of the trash.
   */
  rows(
    resource: ResourceModel,
    alias: string,
    sql: SqlValues,
    purpose: 'read' | 'write',
    key?: string,
  ): string
}
