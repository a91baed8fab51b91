import type { payout, Payout } from '#schemas/payout.ts'
import type { VendorEntry } from '#schemas/vendorEntry.ts'
import { byCollection } from '#model/compile.ts'
import { dayIn } from '#model/zone.ts'
import { forbidden } from '../../base/problem.ts'
import { readLetterhead } from '../../organisation/organisation.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import { organisationTerms } from '../organisation/rules.ts'
import { readableVendor } from '../subscriptionInvoice/recipient.ts'
import type { EntityRules, RuleContext } from '../types.ts'
import type { StatedEntry } from './statement.ts'

/** Entries of a payout for a caller who may read all of each; throws 403 else. */
const entriesOf = async (
  { id }: Payout,
  zone: string,
  context: RuleContext,
): Promise<StatedEntry[]> => {
  const { access, tx } = context
  const resource = byCollection(context.model, 'vendor-entries')
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM vendor_entries WHERE payout = $1 ORDER BY posted_at, id',
    [id],
  )
  const ids = rows.map((row) => row.id)
  const readable = await fieldsReadableOn(tx.query, access, resource, ids)
  const isWhole = (id: string) => resource.fields.every(({ name }) => readable(id).has(name))
  const entries: StatedEntry[] = []
  for (const entryId of ids) {
    const entry: VendorEntry | undefined =
      access.can('vendorEntry.read') && isWhole(entryId)
        ? await context.load('vendor-entries', entryId)
        : undefined
    if (!entry) {
      throw forbidden('This document shows more than you may see.')
    }
    entries.push({ ...entry, day: dayIn(zone, entry.postedAt) })
  }
  return entries
}

/** The documents of a payout. */
export const payoutDocuments: NonNullable<EntityRules<typeof payout>['documents']> = {
  async statement(row, context) {
    const { timeZone } = await organisationTerms(context.tx)
    // Loads the text renderer, which the server does not need to start.
    const { statementPdf } = await import('./statement.ts')
    return {
      fileName: `${row.number}.pdf`,
      bytes: await statementPdf({
        payout: row,
        vendor: await readableVendor(row.vendor, context),
        entries: await entriesOf(row, timeZone, context),
        seller: await readLetterhead(context.tx.query),
        prepared: dayIn(timeZone, row.createdAt),
        paidOn: row.paidAt && dayIn(timeZone, row.paidAt),
      }),
    }
  },
  async entries(row, context) {
    const { timeZone } = await organisationTerms(context.tx)
    const { statementCsv } = await import('./statement.ts')
    const entries = await entriesOf(row, timeZone, context)
    return { fileName: `${row.number}.csv`, bytes: statementCsv({ payout: row, entries }) }
  },
}
