import { byCollection } from '#model/compile.ts'
import type { ResourceModel } from '#model/types.ts'
import { notFound } from '../../base/problem.ts'
import { onBehalfOf } from '../../permissions/access.ts'
import { eraseValues } from './erase.ts'
import { findForWrite } from './find.ts'
import type { Values } from './rules.ts'
import type { TxWriteContext, WriterParts } from './unit.ts'
import type { TransactionalWriter } from './writer.ts'

/** Splits values into body fields and fields that only the server can set. */
const parted = (resource: ResourceModel, values: Values): { body: Values; set: Values } => {
  const own = (name: string): boolean => {
    const field = resource.fields.find((f) => f.name === name)
    return !field || field.derived === true
  }
  const entries = Object.entries(values)
  return {
    body: Object.fromEntries(entries.filter(([name]) => !own(name))),
    set: Object.fromEntries(entries.filter(([name]) => own(name))),
  }
}

/** See `Others`. */
export const othersOf =
  (parts: WriterParts, writer: TransactionalWriter): NonNullable<WriterParts['others']> =>
  (context, tx, forget) => {
    const access = onBehalfOf(context.access.actor)
    const inner: TxWriteContext = {
      access,
      channel: context.channel,
      requestId: context.requestId,
      operationId: context.operationId,
      operation: context.operation,
      approval: context.approval,
      tx,
    }
    const held = async (collection: string, id: string) => {
      const resource = byCollection(parts.model, collection)
      const row = await findForWrite(tx, resource, id, access, { key: 'update' })
      if (!row) throw notFound(resource.label.one.toLowerCase())
      forget(collection, id)
      return { resource, row }
    }
    return {
      create(collection, values) {
        const resource = byCollection(parts.model, collection)
        const { body, set } = parted(resource, values)
        return writer.create(resource, body, { ...inner, set })
      },
      async update(collection, id, values) {
        const { resource, row } = await held(collection, id)
        const { body, set } = parted(resource, values)
        return writer.update(resource, id, row.version, body, { ...inner, set })
      },
      async transition(collection, id, to, reason) {
        const { resource, row } = await held(collection, id)
        return writer.transition(
          resource,
          { id, version: row.version },
          to,
          reason === undefined ? undefined : { reason },
          inner,
        )
      },
      async erase(collection, ids, instead, reason) {
        await eraseValues(
          tx,
          byCollection(parts.model, collection),
          ids,
          { instead, reason },
          inner,
        )
        for (const id of ids) forget(collection, id)
      },
    }
  }
