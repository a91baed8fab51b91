/** Keeps the daily rollups of metrics in sync with their records, and checks them. */
import type { Model } from '#model/types.ts'
import type { Database, DatabaseLog, Tx } from '../../database/pool.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { literal, table } from '../../store/read/statement.ts'
import type { Declared } from '../declared.ts'
import { dayOf, partsOf } from '../parts.ts'
import { addDays, daysBetween } from '../period.ts'
import { allMetrics, everything, metricKey, fingerprint, sourceDays } from './source.ts'
import { MOST_DAYS_APART, moved, touchedDays, type Made } from './touched.ts'

/**
 * Rebuilding all days of a metric over millions of records takes longer than the timeout of a
 * screen's query.
 */
const TIMEOUT_MS = 10 * 60_000
const DAYS_AT_ONCE = 92
/** The keeper is active at most one part in this many of its time. */
const REST = 20
/** Entries of the audit that the check for changes may read each time. */
const MANY_ENTRIES = 1_000
const COLUMNS = 'part, scope, day, by_id, currency, value, records'

interface State {
  readonly print: string | null
  readonly zone: string | null
  readonly snapshot: string | null
}

/**
 * Returns the days that changed since the state was written; undefined if that is all of them, or
 * the state is of another declaration or zone.
 */
const stale = async (
  tx: Tx,
  model: Model,
  declared: Declared,
  state: State,
  zone: string,
): Promise<string[] | undefined> => {
  if (
    state.snapshot === null ||
    state.zone !== zone ||
    state.print !== fingerprint(model, declared)
  ) {
    return undefined
  }
  const b = everything(model)
  const { rows } = await tx.query<{ day: string | null }>({
    text: touchedDays(b, declared, `${b.sql.add(state.snapshot)}::pg_snapshot`, literal(zone)),
    values: b.sql.values,
  })
  const days = rows.map((r) => r.day)
  return days.includes(null) || days.length > MOST_DAYS_APART ? undefined : (days as string[])
}

/** Rebuilds the given days, or all. */
const remake = async (
  tx: Tx,
  model: Model,
  declared: Declared,
  zone: string,
  days: readonly string[] | undefined,
): Promise<void> => {
  const key = metricKey(declared)
  if (days?.length === 0) return
  await tx.query(
    `DELETE FROM metric_days WHERE metric = $1${days ? ' AND day = ANY($2::date[])' : ''}`,
    days ? [key, days] : [key],
  )
  const b = everything(model)
  const own = b.sql.add(key)
  const source = sourceDays(b, declared, literal(zone), days && `${b.sql.add(days)}::date[]`)
  await tx.query(
    `INSERT INTO metric_days (metric, ${COLUMNS}) SELECT ${own}::text, ${COLUMNS} FROM (${source}) s ORDER BY part, scope, day`,
    b.sql.values,
  )
}

/** Returns those of the given days whose rollups differ from the records. */
const wrongDays = async (
  tx: Tx,
  model: Model,
  declared: Declared,
  zone: string,
  days: readonly string[],
): Promise<string[]> => {
  const b = everything(model)
  const some = `${b.sql.add(days)}::date[]`
  const kept = `select ${COLUMNS} from metric_days where metric = ${b.sql.add(metricKey(declared))} and day = any(${some})`
  const source = `select ${COLUMNS} from (${sourceDays(b, declared, literal(zone), some)}) s`
  const text = `with k as materialized (${kept}), s as materialized (${source})
select distinct day from ((select * from k except all select * from s) union all (select * from s except all select * from k)) x order by day`
  return (await tx.query<{ day: string }>(text, b.sql.values)).rows.map((r) => r.day)
}

/** Returns all days with records or rollups of a metric. */
const daysOf = async (
  db: Database,
  model: Model,
  declared: Declared,
  zone: string,
): Promise<string[]> => {
  const b = everything(model)
  const ends = partsOf(b, declared).flatMap((part) =>
    ['min', 'max'].map(
      (end) =>
        `select ${dayOf({ ...part, at: 'x.at' }, literal(zone))} as day from (select ${end}(${part.at}) as at from ${table(declared.resource)} t where t.deleted_at is null) x`,
    ),
  )
  const key = b.sql.add(metricKey(declared))
  const text = `select min(day) as first, max(day) as last from (${[...ends, ...['min', 'max'].map((end) => `select ${end}(day) from metric_days where metric = ${key}`)].join(' union all ')}) x(day)`
  const {
    rows: [found],
  } = await db.query<{ first: string | null; last: string | null }>(text, b.sql.values)
  return found?.first == null
    ? []
    : Array.from({ length: daysBetween(found.first, found.last!) + 1 }, (_, i) =>
        addDays(found.first!, i),
      )
}

/**
 * Updates one metric's rollups in a single snapshot: the days and that snapshot are written
 * together, so that readers know exactly what they cover. The days of `checked` are compared with
 * the records; returns the wrong ones.
 */
const keepMetric = async (
  db: Database,
  model: Model,
  declared: Declared,
  zone: string,
  checked: readonly string[] = [],
): Promise<string[]> => {
  const key = metricKey(declared)
  let whole = false
  await db.query('INSERT INTO metric_states (metric) VALUES ($1) ON CONFLICT (metric) DO NOTHING', [
    key,
  ])
  const found = await db.transaction(
    async (tx) => {
      // Of two concurrent runs the second waits, then starts from what the first wrote.
      const {
        rows: [state],
      } = await tx.query<State>(
        'SELECT print, zone, snapshot FROM metric_states WHERE metric = $1 FOR UPDATE',
        [key],
      )
      const days = await stale(tx, model, declared, state!, zone)
      await remake(tx, model, declared, zone, days)
      whole = days === undefined
      const wrong =
        days && checked.length ? await wrongDays(tx, model, declared, zone, checked) : []
      await remake(tx, model, declared, zone, wrong)
      await tx.query(
        'UPDATE metric_states SET print = $2, zone = $3, snapshot = pg_current_snapshot()::text, repaired = repaired + $4, repaired_at = CASE WHEN $4 > 0 THEN now() ELSE repaired_at END, checked_at = CASE WHEN $5 THEN now() ELSE checked_at END WHERE metric = $1',
        [key, fingerprint(model, declared), zone, wrong.length, whole],
      )
      return wrong
    },
    { isolation: 'repeatable read', timeoutMs: TIMEOUT_MS },
  )
  // The planner still has statistics for an empty table.
  if (whole) await db.query('ANALYZE metric_days')
  return found
}

/**
 * Notes that metrics are complete at a later snapshot too. Without it, one that nothing was written
 * for would make the check read the audit from its last change on, forever more.
 */
const bringForward = async (
  db: Database,
  made: readonly Made[],
  snapshot: string,
): Promise<void> => {
  // Not one that another server built meanwhile.
  await db.query(
    'UPDATE metric_states s SET snapshot = $3 FROM unnest($1::text[], $2::text[]) f(key, snapshot) WHERE s.metric = f.key AND s.snapshot = f.snapshot',
    [made.map((m) => m.key), made.map((m) => m.snapshot), snapshot],
  )
}

/** Returns the metrics whose rollups may be out of date. */
const behind = async (db: Database, model: Model, zone: string): Promise<Declared[]> => {
  const { rows } = await db.query<State & { metric: string }>(
    'SELECT metric, print, zone, snapshot FROM metric_states WHERE snapshot IS NOT NULL',
  )
  const states = new Map(rows.map((r) => [r.metric, r]))
  const made = allMetrics(model).flatMap((declared) => {
    const [key, state] = [metricKey(declared), states.get(metricKey(declared))]
    return state?.snapshot != null &&
      state.zone === zone &&
      state.print === fingerprint(model, declared)
      ? [{ declared, key, snapshot: state.snapshot }]
      : []
  })
  if (!made.length) return allMetrics(model)
  const { keys, snapshot, entries } = await moved(db, model, made)
  const current = made.filter(({ key }) => !keys.has(key))
  if (entries > MANY_ENTRIES) await bringForward(db, current, snapshot)
  const complete = new Set(current.map(({ key }) => key))
  return allMetrics(model).filter((d) => !complete.has(metricKey(d)))
}

/**
 * Progress of the work on metrics, from 0 to 1, and the current metric (`<collection>.<name>`; at
 * the end the last).
 */
export type OnMetric = (fraction: number, at: { readonly metric: string }) => void

/** Options of `keepMetrics` and `checkMetrics`. */
interface Work {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnMetric | undefined
}

/**
 * Updates the rollups of all metrics: the days whose records changed, and all days of a metric that
 * is new or whose declaration changed.
 */
export const keepMetrics = async (
  db: Database,
  model: Model,
  { signal, onProgress }: Work = {},
): Promise<void> => {
  const { timeZone } = await readOrganisation(db.query)
  const late = await behind(db, model, timeZone)
  for (const [n, declared] of late.entries()) {
    if (signal?.aborted) return
    onProgress?.(n / late.length, { metric: metricKey(declared) })
    await keepMetric(db, model, declared, timeZone)
  }
  if (late.length) onProgress?.(1, { metric: metricKey(late.at(-1)!) })
}

/** Rate-limited `keepMetrics` for a frequent schedule: skips ticks after an expensive run. */
export const metricsKeeper = (
  db: Database,
  model: Model,
): ((signal: AbortSignal) => Promise<void>) => {
  let notBefore = 0
  return async (signal) => {
    const started = performance.now()
    if (started < notBefore) return
    await keepMetrics(db, model, { signal })
    notBefore = performance.now() + REST * (performance.now() - started)
  }
}

/**
 * Compares every day of every metric with its records and rebuilds the wrong ones; returns them by
 * metric. Logs its findings and stores them in the state of the installation. Skips metrics
 * checked, or rebuilt completely, within the last `notSinceMs`.
 */
export const checkMetrics = async (
  db: Database,
  model: Model,
  log: Pick<DatabaseLog, 'error'>,
  { signal, onProgress, notSinceMs = 0 }: Work & { readonly notSinceMs?: number } = {},
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const { timeZone } = await readOrganisation(db.query)
  const found: Record<string, readonly string[]> = {}
  const all = allMetrics(model)
  for (const [n, declared] of all.entries()) {
    const tell = (part: number): void =>
      onProgress?.((n + part) / all.length, { metric: metricKey(declared) })
    tell(0)
    const wrong = await keepMetric(db, model, declared, timeZone)
    // A quarter of a year at a time: the embedded database serves nobody else meanwhile.
    const {
      rows: [lately],
    } = await db.query(
      "SELECT 1 FROM metric_states WHERE metric = $1 AND checked_at > now() - $2 * interval '1 ms'",
      [metricKey(declared), notSinceMs],
    )
    if (lately) {
      tell(1)
      continue
    }
    const days = await daysOf(db, model, declared, timeZone)
    for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
      if (signal?.aborted) return found
      wrong.push(
        ...(await keepMetric(db, model, declared, timeZone, days.slice(at, at + DAYS_AT_ONCE))),
      )
      tell(Math.min(1, (at + DAYS_AT_ONCE) / days.length))
    }
    await db.query('UPDATE metric_states SET checked_at = now() WHERE metric = $1', [
      metricKey(declared),
    ])
    tell(1)
    if (!wrong.length) continue
    found[metricKey(declared)] = wrong
    log.error(
      `The metric ${metricKey(declared)} was wrong on ${wrong.length} ${wrong.length === 1 ? 'day' : 'days'} (${wrong[0]} to ${wrong.at(-1)}) and was rebuilt from its records.`,
    )
  }
  return found
}

/**
 * Result of the checks of all metrics: when the one unchecked for longest was checked (ISO 8601,
 * null before that), how many days were ever wrong and rebuilt, and when last.
 */
export interface MetricsState {
  readonly checkedAt: string | null
  readonly repairedDays: number
  readonly repairedAt: string | null
}

export const metricsState = async (query: Database['query']): Promise<MetricsState> => {
  const {
    rows: [row],
  } = await query<MetricsState>(
    'SELECT CASE WHEN bool_and(checked_at IS NOT NULL) THEN min(checked_at) END AS "checkedAt", coalesce(sum(repaired), 0)::int AS "repairedDays", max(repaired_at) AS "repairedAt" FROM metric_states',
  )
  return row!
}

/**
 * Deletes all rollups; the next run rebuilds them. For use after direct changes to the database.
 */
export const forgetMetrics = async (query: Database['query']): Promise<void> =>
  void (await query('WITH d AS (DELETE FROM metric_days) DELETE FROM metric_states'))
