import { createHash } from 'node:crypto'
import { byCollection } from '#model/compile.ts'
import type { ApprovalModel, Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import type { RecordData } from '../store/types.ts'
import type { TransactionalWriter, TxWriteContext } from '../store/write/writer.ts'
import { ABOUT } from '../store/read/history.ts'
import { asJson } from './tell.ts'
import type { ApprovalParts, Changes, OtherChange, Requested, Target, Wanted } from './types.ts'

/** The record after a write, null once removed, and the result of an action. */
export interface Performed {
  readonly record: RecordData | null
  readonly result: Json
}

/** Performs a write of one record. */
export const perform = async (
  writer: TransactionalWriter,
  target: Target,
  wanted: Wanted,
  context: TxWriteContext,
): Promise<Performed> => {
  const { resource, id, version } = target
  const only = (record: RecordData): Performed => ({ record, result: null })
  if ('create' in wanted) return only(await writer.create(resource, wanted.create, context))
  if ('patch' in wanted) {
    return only(await writer.patch(resource, id, version, wanted.patch, context))
  }
  if ('transition' in wanted) {
    const { transition, input } = wanted
    return only(await writer.transition(resource, target, transition, input, context))
  }
  if ('action' in wanted) {
    return writer.act(resource, target, wanted.action, wanted.input, context)
  }
  if ('revision' in wanted) {
    const { revision, fields } = wanted
    return only(
      await writer.restoreRevision(resource, target, revision, context, fields ?? undefined),
    )
  }
  await writer.remove(resource, id, version, { purge: wanted.remove === 'purge' }, context)
  return { record: null, result: null }
}

/** Effects of a write within its transaction, as approvers review them. */
export interface Outcome {
  readonly changes: Changes
  /** Other existing records it changed, with their new versions. */
  readonly others: readonly (readonly [entity: string, id: string, version: number])[]
  /** Other records it changed or created, with the changes. */
  readonly shown: readonly OtherChange[]
  /** Existing records that its rules read or that it wrote, with the versions before. */
  readonly used: readonly UsedRecord[]
  readonly needed: readonly ApprovalModel[]
}

/** A record that the effects of a write depend on. */
export interface UsedRecord {
  readonly entity: string
  readonly id: string
  readonly version: number
}

interface AuditEntry extends UsedRecord {
  readonly patch: Readonly<Record<string, readonly [Json, Json]>> | null
}

/** What the entries of a write did to one record. */
interface Effect {
  readonly entity: string
  readonly id: string
  /** Version before; 0 for a new record. */
  readonly from: number
  readonly to: number
  readonly changes: Changes
}

/** The effects of a write by record, in the order of its first entries. */
const effectsOf = async (tx: Tx, operationId: string): Promise<Effect[]> => {
  const { rows } = await tx.query<AuditEntry>(
    'SELECT entity, record_id AS id, version, patch FROM audit WHERE operation_id = $1 AND action <> ALL($2::text[]) ORDER BY seq',
    [operationId, ABOUT],
  )
  const effects = new Map<string, Effect>()
  for (const { entity, id, version, patch } of rows) {
    const at = `${entity} ${id}`
    const known = effects.get(at)
    const changes = new Map(Object.entries(known?.changes ?? {}))
    for (const [name, [before, after]] of Object.entries(patch ?? {})) {
      changes.set(name, [changes.get(name)?.[0] ?? before, after])
    }
    effects.set(at, {
      entity,
      id,
      from: known?.from ?? version - 1,
      to: version,
      changes: Object.fromEntries(changes),
    })
  }
  return [...effects.values()]
}

/**
 * Performs a write within a transaction and returns its effects; approvals it needs are collected
 * instead of refused.
 */
export const rehearse = async (
  { writer, model }: Pick<ApprovalParts, 'writer' | 'model'>,
  tx: Tx,
  request: string,
  { target, wanted }: Requested,
  context: TxWriteContext,
): Promise<Performed & Outcome> => {
  const needed = new Map<string, ApprovalModel>()
  const used = new Map<string, UsedRecord>()
  const depend = (entity: string, id: string, version: number): void =>
    void used.set(`${entity} ${id}`, { entity, id, version })
  const done = await perform(writer, target, wanted, {
    ...context,
    tx,
    approval: {
      id: request,
      needed: (approval) => void needed.set(approval.name, approval),
      read: (collection, { id, version }) =>
        depend(byCollection(model, collection).entity, id, version),
    },
  })
  if (!needed.size) return { ...done, changes: {}, others: [], shown: [], used: [], needed: [] }
  const effects = await effectsOf(tx, context.operationId)
  const isOwn = ({ entity, id }: Pick<Effect, 'entity' | 'id'>): boolean =>
    entity === target.resource.entity && id === ('create' in wanted ? done.record?.id : target.id)
  const rest = effects.filter((effect) => !isOwn(effect))
  for (const { entity, id, from } of effects) depend(entity, id, from)
  const made = new Set(effects.flatMap(({ from, entity, id }) => (from ? [] : [`${entity} ${id}`])))
  return {
    ...done,
    changes: effects.find(isOwn)?.changes ?? {},
    others: rest
      .filter(({ from }) => from > 0)
      .map(({ entity, id, to }) => [entity, id, to] as const)
      .toSorted(),
    shown: rest.map(({ entity, id, from, changes }) => ({ entity, id, created: !from, changes })),
    used: [...used]
      .flatMap(([at, record]) => (made.has(at) || isOwn(record) ? [] : [record]))
      .toSorted((a, b) => `${a.entity} ${a.id}`.localeCompare(`${b.entity} ${b.id}`)),
    needed: [...needed.values()],
  }
}

/** JSON with sorted names, equal for equal values. */
export const canonical = (value: Json | undefined): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/**
 * Instants that rules set differ between review and execution, as does the number of a new record;
 * that they are set does not.
 */
const comparable = ({ fields }: ResourceModel, changes: Changes, created: boolean): Changes => {
  const instants = new Set(
    fields
      .filter((f) => f.kind === 'instant' || (created && f.derived === true))
      .map((f) => f.name),
  )
  const isSet = (value: Json): Json => (value === null ? null : 'set')
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([name]) => name !== 'deletedAt')
      .map(([name, [before, after]]) => [
        name,
        instants.has(name) ? [isSet(before), isSet(after)] : [before, after],
      ]),
  )
}

/**
 * Fingerprint of what is reviewed: payload, versions, effects and policy. `nonce` keeps short
 * secrets of the payload from being guessed.
 */
export const hashOf = (
  { resource, id, version }: Target,
  wanted: Wanted,
  nonce: string,
  { changes, others, needed }: Outcome,
): string =>
  createHash('sha256')
    .update(
      canonical(
        asJson([
          resource.entity,
          id,
          version,
          wanted,
          nonce,
          comparable(resource, changes, 'create' in wanted),
          others,
          needed.map(({ when, ...rest }) => ({ ...rest, when: when.map((w) => ({ ...w })) })),
        ]),
      ),
    )
    .digest('hex')
