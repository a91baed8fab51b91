import { createHash } from 'node:crypto'
import type { ApprovalModel, Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import type { RecordData } from '../store/types.ts'
import type { TransactionalWriter, TxWriteContext } from '../store/write/writer.ts'
import { asJson } from './tell.ts'
import type { Changes, Target, Wanted } from './types.ts'

/** The record after a write, null once removed, and the result of an action. */
export interface Performed {
  readonly record: RecordData | null
  readonly result: Json
}

/** Performs a write of one record. */
export const perform = async (
  writer: TransactionalWriter,
  { resource, id, version }: Target,
  wanted: Wanted,
  context: TxWriteContext,
): Promise<Performed> => {
  const only = (record: RecordData): Performed => ({ record, result: null })
  if ('patch' in wanted) {
    return only(await writer.patch(resource, id, version, wanted.patch, context))
  }
  if ('transition' in wanted) {
    const { transition, input } = wanted
    return only(await writer.transition(resource, id, version, transition, input, context))
  }
  if ('action' in wanted) {
    return writer.act(resource, id, version, wanted.action, wanted.input, context)
  }
  if ('revision' in wanted) {
    const { revision, fields } = wanted
    return only(
      await writer.restoreRevision(resource, id, version, revision, context, fields ?? undefined),
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
  readonly needed: readonly ApprovalModel[]
}

/**
 * Performs a write within a transaction and returns its effects; approvals it needs are collected
 * instead of refused.
 */
export const rehearse = async (
  writer: TransactionalWriter,
  tx: Tx,
  request: string,
  target: Target,
  wanted: Wanted,
  context: TxWriteContext,
): Promise<Performed & Outcome> => {
  const needed = new Map<string, ApprovalModel>()
  const done = await perform(writer, target, wanted, {
    ...context,
    tx,
    approval: { id: request, needed: (approval) => void needed.set(approval.name, approval) },
  })
  if (!needed.size) return { ...done, changes: {}, others: [], needed: [] }
  const { rows } = await tx.query<{
    entity: string
    id: string
    version: number
    patch: Record<string, [Json, Json]> | null
  }>(
    'SELECT entity, record_id AS id, version, patch FROM audit WHERE operation_id = $1 ORDER BY seq',
    [context.operationId],
  )
  const changes = new Map<string, [Json, Json]>()
  const others = new Map<string, [string, string, number]>()
  const made = new Set<string>()
  for (const { entity, id, version, patch } of rows) {
    const at = `${entity} ${id}`
    if (entity === target.resource.entity && id === target.id) {
      for (const [name, [before, after]] of Object.entries(patch ?? {})) {
        changes.set(name, [changes.get(name)?.[0] ?? before, after])
      }
    } else if (version === 1 || made.has(at)) made.add(at)
    else others.set(at, [entity, id, version])
  }
  return {
    ...done,
    changes: Object.fromEntries(changes),
    others: [...others.values()].toSorted(),
    needed: [...needed.values()],
  }
}

/** JSON with sorted names, equal for equal values. */
const canonical = (value: Json | undefined): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** Instants that rules set differ between review and execution; that they are set does not. */
const comparable = ({ fields }: ResourceModel, changes: Changes): Changes => {
  const instants = new Set(fields.filter((f) => f.kind === 'instant').map((f) => f.name))
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
          comparable(resource, changes),
          others,
          needed.map(({ when, ...rest }) => ({ ...rest, when: when.map((w) => ({ ...w })) })),
        ]),
      ),
    )
    .digest('hex')
