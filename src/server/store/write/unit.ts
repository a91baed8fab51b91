import { inside, say } from '#model/message.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../../database/pool.ts'
import { invalid, notFound, Problem } from '../../base/problem.ts'
import { requireProof } from '../../permissions/proof.ts'
import { isHeld, requireApproval } from './gate.ts'
import type { RecordData, WriteContext } from '../types.ts'
import { Loader } from './find.ts'
import { present } from './present.ts'
import type { EntityRules, Others, RuleBook, RuleContext, Values } from './rules.ts'
import { lockName, nextNumber } from './sequences.ts'

/** The dependencies of the writer. */
export interface WriterParts {
  /** Encrypts secrets; required if a resource has any. */
  readonly vault?: Vault
  readonly db: Database
  readonly model: Model
  /** Declarations, for their Zod shapes and `check`. */
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly rules?: RuleBook
  /** Loads a record from another database; undefined for collections of this one. */
  readonly elsewhere?: (
    collection: string,
    id: string,
  ) => Promise<RecordData | undefined> | undefined
  /** Current time; default: the system clock. */
  readonly now?: () => Date
  /** How rules write other records; set by the writer itself. */
  readonly others?: (
    context: TxWriteContext,
    tx: Tx,
    forget: (collection: string, id: string) => void,
  ) => Others
}

/**
 * Context of a write. With `tx` the write joins that transaction (e.g. of `withIdempotency`)
 * instead of opening one. `set` has fields that no body may contain (`id`, `state`, derived ones);
 * ignored unless the actor is the system.
 */
export interface TxWriteContext extends WriteContext {
  readonly tx?: Tx
  readonly set?: Values
}

/** One write in progress. */
export interface Unit {
  readonly tx: Tx
  readonly parts: WriterParts
  readonly resource: ResourceModel
  readonly def: AnyResource
  readonly rules: EntityRules
  readonly context: TxWriteContext
  readonly loader: Loader
  readonly rule: RuleContext
}

/** Notes what a rule reads, while a request for approval is prepared. */
const noted = async (
  { approval }: TxWriteContext,
  collection: string,
  reading: Promise<RecordData | undefined>,
): Promise<RecordData | undefined> => {
  const record = await reading
  if (record) approval?.read?.(collection, record)
  return record
}

/** Everything a write to one resource needs, bound to its transaction. */
export const unitOf = (
  parts: WriterParts,
  resource: ResourceModel,
  context: TxWriteContext,
  tx: Tx,
): Unit => {
  const def = Object.values(parts.resources).find((r) => r.name === resource.collection)
  if (!def) throw new Error(`There is no declaration of ${resource.collection}.`)
  const loader = new Loader(tx, parts.model)
  const rule: RuleContext = {
    tx,
    access: context.access,
    model: parts.model,
    resource,
    channel: context.channel,
    now: (parts.now ?? (() => new Date()))(),
    load: (collection, id) =>
      parts.elsewhere?.(collection, id) ?? noted(context, collection, loader.load(collection, id)),
    lock: (collection, id) => noted(context, collection, loader.lock(collection, id)),
    lockName: (name) => lockName(tx, name),
    nextNumber: (name) => nextNumber(tx, name),
    requireProof: () => requireProof(context.access),
    requireApproval: (name, values) =>
      requireApproval(
        { resource, context },
        (approval) => approval.name === name && isHeld(approval, values),
      ),
    get others() {
      return parts.others!(context, tx, (collection, id) => loader.forget(collection, id))
    },
  }
  return {
    tx,
    parts,
    resource,
    def,
    rules: parts.rules?.[resource.entity] ?? {},
    context,
    loader,
    rule,
  }
}

// As often as the tail polls: a wake-up between two polls would change nothing.
const WAKE_EVERY_MS = 100
const wakings = new WeakMap<Database, { quietUntil: number; planned: boolean }>()

/**
 * Wakes the event tail, at most once every 100 ms. Not awaited: the write is done, and without the
 * wake-up the tail polls within a second.
 */
export const wake = (db: Database): void => {
  let state = wakings.get(db)
  if (!state) wakings.set(db, (state = { quietUntil: 0, planned: false }))
  const { quietUntil, planned } = state
  const waiting = quietUntil - performance.now()
  const send = (): void => {
    state.quietUntil = performance.now() + WAKE_EVERY_MS
    state.planned = false
    void db.notify('audit').catch(() => {})
  }
  if (waiting <= 0 && !planned) send()
  else if (!planned) {
    state.planned = true
    setTimeout(send, waiting).unref()
  }
}

/** Runs a write in its own transaction or the context's; wakes the event tail after the commit. */
export const inTransaction = <T>(
  parts: WriterParts,
  resource: ResourceModel,
  context: TxWriteContext,
  run: (unit: Unit) => Promise<T>,
): Promise<T> => {
  const within = async (tx: Tx): Promise<T> => {
    const result = await run(unitOf(parts, resource, context, tx))
    tx.afterCommit(() => wake(parts.db))
    return result
  }
  return context.tx ? within(context.tx) : parts.db.transaction(within)
}

export const noSuch = (unit: Unit): Problem => notFound(unit.resource.label.one.toLowerCase())

/** 412 with the current record. */
export const requireVersion = async (
  unit: Unit,
  row: RecordData,
  version: number,
): Promise<void> => {
  if (row.version === version) return
  const current = await present(unit.tx.query, unit.resource, row, unit.context.access)
  throw new Problem(
    412,
    'stale_version',
    say('This {{one}} was changed in the meantime. Review the current version and try again.', {
      one: inside(unit.resource.label.one),
    }),
    { members: { current } },
  )
}

export const refuse = (errors: Parameters<typeof invalid>[0]): void => {
  if (errors.length) throw invalid(errors)
}
