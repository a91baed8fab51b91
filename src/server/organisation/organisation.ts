/** Settings of the whole organisation: one stored value, with its own version and audit entries. */
import { bodyAs } from '../base/issues.ts'
import { MAX_AMOUNT } from '#schemas/define/amounts.ts'
import { isCurrency } from '#schemas/define/currencies.ts'
import * as z from 'zod'
import type { Json } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Tx } from '../database/pool.ts'
import { AUDIT_COLUMNS } from '../store/write/auditEntry.ts'
import { requireProof } from '../permissions/proof.ts'
import type { Letterhead } from '../pdf/letterhead.ts'
import { forbidden, Problem } from '../base/problem.ts'
import { businessHours, officeHours } from './businessHours.ts'
import { letterheadOf, noSeller, seller, withCleanLogo } from './seller.ts'
import type { WriteContext } from '../store/types.ts'

/**
 * Business hours until the first reply, until the reply to a customer who wrote again (by default
 * as for the first), and until a ticket is solved.
 */
const targets = () =>
  z.strictObject({
    reply: z.int().min(1).max(1000),
    next: z.int().min(1).max(1000).optional(),
    resolve: z.int().min(1).max(10_000),
  })
/** Targets of one priority, in business hours. */
export type Target = Required<z.output<ReturnType<typeof targets>>>
const zones = new Set(Intl.supportedValuesOf('timeZone'))

const REMINDER_DAYS = 'Write up to 6 whole numbers of days from 1 to 365, such as 3, 10, 21'
const ATTEMPT_DAYS = 'Write up to 6 whole numbers of days from 0 to 365, such as 0, 3, 7'
/** Each day once, ascending. */
const daysFrom = (first: number, message: string) =>
  z
    .array(z.int(message).min(first, message).max(365, message), message)
    .max(6, message)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b))

const shape = z.strictObject({
  name: z.string().trim().min(1).max(120),
  currency: z.string().refine(isCurrency, 'Use a currency code such as EUR'),
  timeZone: z
    .string()
    .refine((v) => v === 'UTC' || zones.has(v), 'Choose a time zone such as Europe/Lisbon'),
  /**
   * Refunds above this require a recent identity confirmation: minor units of `currency`. In
   * another currency every refund does.
   */
  refundProofAbove: z.int().min(0).max(MAX_AMOUNT),
  /** Days after the due day on which overdue invoices are reminded of; empty = never. */
  reminderDays: daysFrom(1, REMINDER_DAYS),
  /** Days after the due day on which a saved card is charged; empty = never. */
  attemptDays: daysFrom(0, ATTEMPT_DAYS),
  sla: z.strictObject({ urgent: targets(), high: targets(), normal: targets(), low: targets() }),
  businessHours,
  seller,
})
type Given = z.output<typeof shape>
export type OrganisationSettings = Omit<Given, 'sla'> & {
  readonly sla: Readonly<Record<keyof Given['sla'], Target>>
}
export type StoredOrganisation = OrganisationSettings & { readonly version: number }

const KEY = 'organisation'
/** Id of the organisation in the audit. */
export const ORGANISATION_ID = '01900000-0000-7000-8000-0000000000a0'

export const organisationDefaults: OrganisationSettings = {
  name: 'Marketplace',
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  refundProofAbove: 50_000,
  reminderDays: [],
  attemptDays: [0, 3, 7],
  sla: {
    urgent: { reply: 1, next: 1, resolve: 8 },
    high: { reply: 4, next: 4, resolve: 24 },
    normal: { reply: 8, next: 8, resolve: 72 },
    low: { reply: 24, next: 24, resolve: 120 },
  },
  businessHours: officeHours,
  seller: noSeller,
}

const withNext = ({ urgent, high, normal, low }: Given['sla']): OrganisationSettings['sla'] => {
  const whole = (target: Given['sla']['low']): Target => ({ next: target.reply, ...target })
  return { urgent: whole(urgent), high: whole(high), normal: whole(normal), low: whole(low) }
}

/**
 * Returns the stored settings, with defaults for missing ones. Without `logo` that of the seller is
 * left out, which is most of the value.
 */
export const readOrganisation = async (
  query: Query,
  { logo = false }: { readonly logo?: boolean } = {},
): Promise<StoredOrganisation> => {
  const {
    rows: [row],
  } = await query<{ value: Partial<Given> }>(
    `SELECT value ${logo ? '' : "#- '{seller,logo}'"} AS value FROM settings WHERE key = $1`,
    [KEY],
  )
  return {
    ...organisationDefaults,
    version: 1,
    ...row?.value,
    seller: { ...noSeller, ...row?.value.seller },
    sla: withNext({ ...organisationDefaults.sla, ...row?.value.sla }),
  }
}

/** Settings whose change needs a recent proof of identity. */
const PROVEN: readonly string[] = ['refundProofAbove', 'currency', 'seller']

/** A value as the audit keeps it: pictures by their size. */
const audited = (value: OrganisationSettings[keyof OrganisationSettings]): Json =>
  typeof value === 'object' && 'logo' in value
    ? { ...value, logo: value.logo && `${value.logo.length} characters` }
    : (value as Json)

/**
 * Changes some settings; requires `organisation.update`. 412 with `current` if somebody else was
 * faster.
 */
export const changeOrganisation = async (
  tx: Tx,
  body: unknown,
  version: number,
  context: WriteContext,
): Promise<StoredOrganisation> => {
  if (!context.access.can('organisation.update')) throw forbidden()
  const read = bodyAs(shape.partial(), body, () => 'invalid')
  // One change at a time, even when nothing was stored yet.
  await tx.query(
    "INSERT INTO settings (key, value) VALUES ($1, '{}'::jsonb) ON CONFLICT (key) DO NOTHING",
    [KEY],
  )
  await tx.query('SELECT 1 FROM settings WHERE key = $1 FOR UPDATE', [KEY])
  const before = await readOrganisation(tx.query, { logo: true })
  if (before.version !== version) {
    throw new Problem(
      412,
      'stale_version',
      'The organisation was changed in the meantime. Review the latest version and try again.',
      { members: { current: before } },
    )
  }
  const { sla, seller: sells } = read
  const given = {
    ...read,
    ...(sla ? { sla: withNext(sla) } : {}),
    ...(sells && sells.logo !== before.seller.logo ? { seller: await withCleanLogo(sells) } : {}),
  }
  const changed = Object.entries(given).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(before[name as keyof OrganisationSettings]),
  )
  if (!changed.length) return before
  // They decide which refunds need a proof, and to which account customers pay.
  if (changed.some(([name]) => PROVEN.includes(name))) requireProof(context.access)
  const after = { ...before, ...Object.fromEntries(changed), version: before.version + 1 }
  await tx.query('UPDATE settings SET value = $2::jsonb WHERE key = $1', [
    KEY,
    JSON.stringify(after),
  ])
  const patch = Object.fromEntries(
    changed.map(([name, value]): [string, Json] => [
      name,
      [
        audited(before[name as keyof OrganisationSettings]),
        audited(value as OrganisationSettings[keyof OrganisationSettings]),
      ],
    ]),
  )
  const { actor } = context.access
  await tx.query(
    `INSERT INTO audit (${AUDIT_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, $11::jsonb)`,
    [
      context.operationId,
      context.requestId,
      actor.personId,
      actor.accountId,
      actor.name,
      context.channel,
      KEY,
      ORGANISATION_ID,
      after.version,
      'update',
      JSON.stringify(patch),
    ],
  )
  return after
}

/** The letterhead of documents, with the logo. */
export const readLetterhead = async (query: Query): Promise<Letterhead> => {
  const organisation = await readOrganisation(query, { logo: true })
  return letterheadOf(organisation.name, organisation.seller)
}
