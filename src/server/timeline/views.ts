import { REVEAL } from '#schemas/define/revealKey.ts'
import { revisionRows, shownRevisions, type AuditRow } from '../store/read/history.ts'
import { literal } from '../store/read/statement.ts'
import type { TimelineRequest, Source } from './sources.ts'

/**
 * Source of who saw the value of a sensitive field, when and why, for people who may read that field
 * of the record, masked or not. Undefined for records without such fields.
 */
export const views = ({ db, model, resource, id, access }: TimelineRequest): Source | undefined => {
  const readable = access.readable(resource)
  const names = resource.fields.filter((f) => f.sensitive && readable.has(f.name))
  if (!names.length) return undefined
  const where = `a.action = ${literal(REVEAL)} and a.patch ?| array[${names.map((f) => literal(f.name)).join(', ')}]`
  return {
    name: 'views',
    async read(before, limit) {
      const rows = await revisionRows(db, resource, id, { limit, before, where })
      return rows.map((row) => ({ at: row.at, place: row.seq, row }))
    },
    async show(found) {
      const rows = found.map(({ row }) => row as AuditRow)
      const { data } = await shownRevisions({ db, model, access }, resource, id, rows)
      return {
        // A field that is closed on this record leaves an entry without a name, which is left out.
        entries: data.map(({ at, actor, reason, patch }, i) => ({
          kind: 'view',
          id: `view:${rows[i]!.seq}`,
          at: at!,
          actor: actor!,
          field: Object.keys(patch as object)[0] ?? null,
          reason: Object.keys(patch as object).length ? reason! : null,
        })),
        included: {},
      }
    },
  }
}
