import { randomBytes } from 'node:crypto'
import type { Model } from '#model/types.ts'
import type { Accounts } from '../accounts/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { Files } from '../files/files.ts'
import { DEMO_PASSWORD } from '../base/demoPassword.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import { FillRefused } from '../store/fill/fill.ts'
import { placesOf } from '../rules/chatMessage/places.ts'
import { makeBanners } from './banners.ts'
import { makeBookings } from './bookings.ts'
import { makeCreditNotes } from './creditNotes.ts'
import { makeCustomers, onlyTrail } from './customers.ts'
import { demoRatings, withCommission } from './derived.ts'
import { makeHotels } from './hotels.ts'
import { makeCategories, makeFacilities } from './houses.ts'
import { insertRows, seedContext, type SeedRow } from '../store/fill/insert.ts'
import { withoutLater, writeLater, type SeedHistory } from './later.ts'
import { makeBookingOrders } from './orders.bookings.ts'
import { numberOrders } from './orders.ts'
import { DemoLedger, payBookings, payOrders } from './payments.ts'
import { makePayouts } from './payouts.ts'
import { demoAccounts, makePeople } from './people.ts'
import { makeMacros } from './macros.ts'
import { tellDemo } from './notices.ts'
import { makeMenus, makeNotifications } from './menus.ts'
import { drawPapers, papersOf, type Paper } from './papers.ts'
import { drawPictures } from './pictures.ts'
import { Random } from './random.ts'
import { makeMarket } from './services.market.ts'
import { makeTickets } from './tickets.ts'
import { makeSubscriptions } from './subscriptions.ts'
import { makeVendors } from './vendors.ts'

export { demoAccounts } from './people.ts'

/**
 * Services for writing demo data. The built-in roles must exist (`ensureBuiltInRoles` in
 * `../firstStart.ts`).
 */
export interface SeedServices {
  readonly db: Pick<Database, 'query' | 'transaction' | 'notify'>
  readonly model: Model
  readonly accounts: Pick<Accounts, 'createAccount'>
  readonly files: Pick<Files, 'receive' | 'enter' | 'discard'>
  readonly log: { info(message: string): void }
  /** If exposed, each account gets a random password instead of the well-known one. */
  readonly config: { readonly exposed: readonly string[] }
}

interface SeedOptions {
  /** Default: the services' own. */
  readonly log?: { info(message: string): void }
  /** Default now; dates of the data are relative to it. */
  readonly now?: Date
  /** Refuses when there are records besides those of every new installation. */
  readonly onlyEmpty?: boolean
}

const MARK = 'demo'

/**
 * Returns the rows of the demo data by collection, in the order of their references. Deterministic
 * for the same `now`.
 */
export const demoRows = (
  random: Random,
  pictures: readonly { file: string; alt: string }[],
  papers: readonly Paper[] = [],
): Readonly<Record<string, readonly SeedHistory[]>> => {
  const categories = makeCategories(random)
  const facilities = makeFacilities(random)
  const vendors = makeVendors(random)
  const hotels = makeHotels(random, { vendors: vendors as never, categories, facilities, pictures })
  const customers = makeCustomers(random)
  const bookings = makeBookings(random, { hotels, customers })
  const bare = (rows: readonly SeedRow[], ...extra: string[]) =>
    rows.map(
      (row) =>
        Object.fromEntries(Object.entries(row).filter(([k]) => !extra.includes(k))) as SeedRow,
    )
  const employees = makePeople(random, vendors)
  const market = makeMarket(random, { hotelVendors: vendors, customers, pictures })
  const support = makeTickets(random, {
    customers,
    employees,
    vendors,
    hotels,
    bookings,
    orders: market.orders,
  })
  const allVendors = [...bare(vendors, 'country'), ...market.vendors].map((v, i): SeedRow => ({
    ...v,
    ...papersOf(v as never, i, random.now, papers),
  }))
  const ledger = new DemoLedger(random)
  const paidBookings = payBookings(random, ledger, bookings)
  const { 'service-jobs': jobs, 'service-categories': branches } = market.rows
  const orders = withCommission(
    payOrders(
      random,
      ledger,
      numberOrders([...market.orders, ...makeBookingOrders(random, { bookings, hotels })]),
    ),
    { vendors: allVendors, jobs, categories: branches },
  )
  const ratingOf = demoRatings({ tickets: support.tickets, orders, bookings, jobs, hotels })
  const rated = (rows: readonly SeedRow[]) => rows.map((row) => ({ ...row, ...ratingOf(row) }))
  const { plans, subscriptions, invoices } = makeSubscriptions(random, ledger, allVendors)
  const payments = ledger.rows()
  return onlyTrail({
    categories,
    facilities,
    vendors: rated(allVendors),
    employees,
    hotels: rated(bare(hotels, 'place')),
    customers,
    bookings: paidBookings,
    ...market.rows,
    services: rated(market.rows.services),
    orders,
    'subscription-plans': plans,
    subscriptions,
    'subscription-invoices': invoices,
    'payment-transactions': payments,
    tickets: support.tickets,
    conversations: support.conversations,
    'chat-messages': support.messages,
    notifications: makeNotifications(random),
    banners: makeBanners(random, pictures),
    menus: makeMenus(random),
    macros: makeMacros(random, employees),
    ...vendorLedger(random, { orders, bookings: paidBookings, hotels, vendors: allVendors }),
    'credit-notes': makeCreditNotes(random, payments, { orders, bookings: paidBookings, invoices }),
  })
}

/** Payouts before the entries that they pay. */
const vendorLedger = (
  random: Random,
  given: Parameters<typeof makePayouts>[1],
): Readonly<Record<string, readonly SeedRow[]>> => {
  const { payouts, entries } = makePayouts(random, given)
  return { payouts, 'vendor-entries': entries }
}

/** Numbers that begin again with each year, by the name of their sequence. */
const YEARLY = {
  invoice: { collection: 'subscription-invoices', form: /^INV-(\d+)-(\d+)$/ },
  'credit-note': { collection: 'credit-notes', form: /^CN-(\d+)-(\d+)$/ },
}

/**
 * Sets the sequences so that the next order, payment, invoice, credit note and conversation message
 * follow the demo data.
 */
const continueNumbers = async (
  tx: Tx,
  rows: Readonly<Record<string, readonly SeedHistory[]>>,
): Promise<void> => {
  const last: Record<string, number> = {
    order: rows.orders!.length,
    payment: rows['payment-transactions']!.length,
    payout: rows.payouts!.length,
  }
  for (const [name, { collection, form }] of Object.entries(YEARLY)) {
    for (const { number } of rows[collection]!) {
      const [, year, count] = form.exec(String(number)) ?? []
      if (year) last[`${name}-${year}`] = Math.max(last[`${name}-${year}`] ?? 0, Number(count))
    }
  }
  for (const { conversation, sequence } of rows['chat-messages']!) {
    last[placesOf(String(conversation))] = Math.max(
      last[placesOf(String(conversation))] ?? 0,
      Number(sequence),
    )
  }
  for (const [name, value] of Object.entries(last)) {
    await tx.query('INSERT INTO sequences (name, value) VALUES ($1, $2)', [name, value])
  }
}

/** Collections with records in every new installation. */
const FIRST = ['employees', 'permissions', 'user-roles']
/** Throws if there are other records. */
const requireEmpty = async ({ db, model }: Pick<SeedServices, 'db' | 'model'>): Promise<void> => {
  for (const { collection, table, label } of model.resources) {
    if (FIRST.includes(collection)) continue
    if ((await db.query(`SELECT 1 FROM "${table}" LIMIT 1`)).rowCount) {
      throw new FillRefused(
        `This installation already has ${label.many.toLowerCase()}; demo data is for an empty one.`,
      )
    }
  }
}

/**
 * Fills an empty installation with demo data and the demo accounts. The data is one transaction;
 * called again after a crash it creates what is missing, and nothing twice. Returns the demo
 * accounts; `password` is missing if a random one was assigned before. Throws `FillRefused` as
 * `onlyEmpty` says.
 */
export const seedDemo = async (
  { db, model, accounts, files, log: own, config }: SeedServices,
  { log = own, now = new Date(), onlyEmpty = false }: SeedOptions = {},
): Promise<readonly { email: string; password?: string }[]> => {
  const { rowCount: isSeeded } = await db.query('SELECT 1 FROM settings WHERE key = $1', [MARK])
  if (!isSeeded) {
    if (onlyEmpty) await requireEmpty({ db, model })
    const started = performance.now()
    const random = new Random(now)
    const access = compileAccess(model, systemActor)
    const pictures = await Promise.all(
      drawPictures(random).map(async ({ name, alt, bytes }) => ({
        alt,
        kept: await files.receive({ bytes, name, collection: 'hotels' }, access),
      })),
    )
    const papers = await Promise.all(
      (await drawPapers()).map(async ({ kind, name, bytes }) => ({
        kind,
        kept: await files.receive({ bytes, name, collection: 'vendors' }, access),
      })),
    )
    const kepts = [...pictures, ...papers].map(({ kept }) => kept)
    const rows = demoRows(
      random,
      pictures.map(({ alt, kept }) => ({ file: kept.row.id, alt })),
      papers.map(({ kind, kept }) => ({ kind, file: kept.row.id })),
    )
    await db
      .transaction(
        async (tx) => {
          const context = seedContext(model)
          for (const kept of kepts) await files.enter(kept, tx.query)
          for (const [collection, list] of Object.entries(rows)) {
            await insertRows(tx, model, collection, list.map(withoutLater), context)
          }
          for (const [collection, list] of Object.entries(rows)) {
            await writeLater(tx, model, collection, list, context)
          }
          await continueNumbers(tx, rows)
          await tellDemo(tx, now)
          await tx.query("INSERT INTO sequences (name, value) VALUES ('ticket', $1)", [
            rows.tickets!.length,
          ])
          await tx.query('INSERT INTO settings (key, value) VALUES ($1, $2)', [
            MARK,
            JSON.stringify({ at: now.toISOString() }),
          ])
        },
        { timeoutMs: 120_000 },
      )
      .catch(async (error: unknown) => {
        await Promise.all(kepts.map((kept) => files.discard(kept)))
        throw error
      })
    await db.notify('audit')
    log.info(
      `Demo data: ${Object.entries(rows)
        .map(([collection, list]) => `${list.length} ${collection}`)
        .join(', ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    )
  }
  const exposed = config.exposed.length > 0
  const passwords = new Map<string, string>()
  for (const { email, name } of demoAccounts) {
    if ((await db.query('SELECT 1 FROM "user" WHERE email = $1', [email])).rowCount) continue
    const password = exposed ? randomBytes(12).toString('base64url') : DEMO_PASSWORD
    await accounts.createAccount({ email, name, password, verified: true })
    passwords.set(email, password)
  }
  // From now on, a missing demo account was removed on purpose.
  await db.query('UPDATE settings SET value = value || \'{"complete": true}\' WHERE key = $1', [
    MARK,
  ])
  return demoAccounts.map(({ email }) => {
    const password = passwords.get(email) ?? (exposed ? undefined : DEMO_PASSWORD)
    return { email, ...(password === undefined ? {} : { password }) }
  })
}
