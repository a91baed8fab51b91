import type { Grants } from '#schemas/define/permissions.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'

/** Who acts. The system actor has all permissions and is used by jobs and start-up code. */
export interface Actor {
  readonly kind: 'person' | 'system'
  /** Id of the account that signed in; null for the system. */
  readonly accountId: string | null
  /**
   * Id of the person's record (the resource that declares `person`); written to `createdBy`,
   * `updatedBy` and the audit.
   */
  readonly personId: string | null
  /** Null for the system: shown to each reader in their language. */
  readonly name: string | null
  /** Tenant (vendor) the person works for; null = own staff, no row scope. */
  readonly tenant: string | null
  readonly roleIds: readonly string[]
  /** What each of the person's roles grants. */
  readonly grants: readonly Grants[]
  /**
   * When the person last proved their identity, by sign-in, password or code. Milliseconds since
   * 1970; absent = never.
   */
  readonly provedAt?: number
}

/** Positional values of a statement under construction: `add(v)` returns its placeholder `$n`. */
export interface SqlValues {
  readonly values: unknown[]
  add(value: unknown): string
}

/**
 * Fields that an actor reads (or writes) on only some of their rows: those of the roles that grant
 * these fields.
 */
export interface Narrowed {
  readonly fields: ReadonlySet<string>
  /** SQL condition for rows under `alias`, within the actor's own rows: `false` = none. */
  rows(alias: string, sql: SqlValues): string
}

/** The compiled permissions of one actor: the single rule for every channel. */
export interface Access {
  readonly actor: Actor
  /** True when some role allows the key (a role's own `deny` overrides its `allow`). */
  can(key: string): boolean
  /**
   * Fields and `state` the actor reads on some row, see `narrowed`; standard fields are always
   * readable. Secret fields count as readable when their mask can be shown.
   */
  readable(resource: ResourceModel): ReadonlySet<string>
  /**
   * Fields the actor can write in a body on some row, see `narrowed` (never derived ones, never
   * `state`).
   */
  writable(resource: ResourceModel): ReadonlySet<string>
  /**
   * Fields readable (writable) on only some of the actor's rows: a field is open on a row only if
   * one role grants both. Empty if all roles that grant the rows grant the same fields or the same
   * rows. Reading uses the roles that grant any reading of the entity; writing those that grant
   * `key`, or any writing without it.
   */
  narrowed(resource: ResourceModel, purpose: 'read' | 'write', key?: string): readonly Narrowed[]
  /**
   * SQL condition that limits rows under `alias` to the actor's: `true` = all, `false` = none.
   * `write` also excludes, for tenants, rows they share with others. Uses the roles that grant
   * `key`; without it, those that grant any reading (or writing) of the entity. Ignores the trash.
   */
  rows(
    resource: ResourceModel,
    alias: string,
    sql: SqlValues,
    purpose: 'read' | 'write',
    key?: string,
  ): string
  /**
   * `rows` for reading, of rows that these fields of the actor's own live rows of `source` refer
   * to. What that implies is not asked again for each row.
   */
  rowsUsed(
    resource: ResourceModel,
    alias: string,
    sql: SqlValues,
    source: ResourceModel,
    fields: readonly FieldModel[],
  ): string
}
