import type { FieldModel } from '#model/types.ts'
import type { TimelineKind } from '#model/timeline.ts'
import { ABOUT, revisionRows, shownRevisions, type AuditRow } from '../store/read/history.ts'
import { literal } from '../store/read/statement.ts'
import type { TimelineRequest, Source } from './sources.ts'

const FILES: readonly string[] = ['image', 'file', 'images', 'files']
const holdsFile = (field: FieldModel): boolean =>
  FILES.includes(field.kind) || (field.fields ?? []).some(holdsFile)

/** SQL condition for audit entries of a kind; undefined for kinds of other sources. */
const conditionOf = (
  { resource, access }: TimelineRequest,
  kind: TimelineKind,
): string | undefined => {
  switch (kind) {
    case 'change':
      return "a.action <> 'transition'"
    case 'transition':
      return "a.action = 'transition'"
    case 'job':
      return "a.channel in ('job', 'import', 'bulk', 'system')"
    case 'file': {
      // Only fields the caller may read: changes of hidden ones are not shown either.
      const readable = access.readable(resource)
      const names = resource.fields.filter((f) => readable.has(f.name) && holdsFile(f))
      return names.length
        ? `a.patch ?| array[${names.map((f) => literal(f.name)).join(', ')}]`
        : 'false'
    }
    default:
      return undefined
  }
}

/** Changes of the record itself, from the audit; undefined if none of its kinds is requested. */
export const changes = (
  request: TimelineRequest,
  kinds: readonly TimelineKind[],
): Source | undefined => {
  const wanted = kinds.flatMap((kind) => conditionOf(request, kind) ?? [])
  if (!wanted.length) return undefined
  const { db, model, resource, id, access } = request
  const where = `a.action not in (${ABOUT.map(literal).join(', ')}) and (${wanted.join(' or ')})`
  return {
    name: 'changes',
    async read(before, limit) {
      const rows = await revisionRows(db, resource, id, { limit, before, where })
      return rows.map((row) => ({ at: row.at, place: row.seq, row }))
    },
    async show(found) {
      const rows = found.map(({ row }) => row as AuditRow)
      const { data, included } = await shownRevisions({ db, model, access }, resource, id, rows)
      return {
        entries: data.map((entry, i) => ({
          kind: rows[i]!.action === 'transition' ? 'transition' : 'change',
          id: `change:${rows[i]!.seq}`,
          ...entry,
        })),
        included: included as never,
      }
    },
  }
}
