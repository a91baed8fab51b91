/** The audit log as CSV. */
import type { Json, Model } from '#model/types.ts'
import { csvLine, escapeCell } from '../exchange/cells.ts'
import type { Access } from '../permissions/types.ts'
import type { Queryable } from '../store/read/statement.ts'
import { auditLog, type LogQuery } from './log.ts'

interface Entry {
  readonly id: string
  readonly at: string
  readonly operationId: string | null
  readonly actor: { readonly id: string | null; readonly name: string | null }
  readonly channel: string
  readonly entity: string
  readonly record: { readonly id: string; readonly title: string | null }
  readonly version: number
  readonly action: string
  readonly reason: string | null
  readonly patch: Json
}

const CSV_PAGE = 1000
const columns: Readonly<Record<string, (entry: Entry) => string | number | null>> = {
  id: (e) => e.id,
  at: (e) => e.at,
  action: (e) => e.action,
  entity: (e) => e.entity,
  record: (e) => e.record.title,
  recordId: (e) => e.record.id,
  version: (e) => e.version,
  person: (e) => e.actor.name,
  personId: (e) => e.actor.id,
  channel: (e) => e.channel,
  operationId: (e) => e.operationId,
  reason: (e) => e.reason,
  patch: (e) => JSON.stringify(e.patch),
}

/**
 * Streams all matching entries that the caller may read as CSV, newest first, page by page; text
 * that a spreadsheet would run gets a leading `'`.
 */
export async function* auditCsv(
  db: Queryable,
  model: Model,
  access: Access,
  query: Omit<LogQuery, 'before' | 'limit'>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\ufeff${csvLine(Object.keys(columns))}`)
  for (let before: string | null | undefined; before !== null;) {
    const page = (await auditLog(db, model, access, {
      ...query,
      ...(before === undefined ? {} : { before }),
      limit: CSV_PAGE,
    })) as unknown as { readonly data: readonly Entry[]; readonly next: string | null }
    const lines = page.data.map((entry) =>
      csvLine(Object.values(columns).map((value) => escapeCell(String(value(entry) ?? '')))),
    )
    yield encoder.encode(lines.join(''))
    before = page.next
  }
}
