import { english } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import { byCollection } from '#model/compile.ts'
import { checkRow } from '#model/validation.ts'
import { collectionsOf } from '#model/pointers.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { RecordData } from '../types.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import { derived, emptyRow } from '../write/apply.ts'
import { quotedColumn, writeChanges } from '../write/statements.ts'
import { unitOf, type Unit, type WriterParts } from '../write/unit.ts'
import { seedContext } from './insert.ts'
import { serverKinds } from '../../kinds/index.ts'
import type { Draw } from '../../kinds/types.ts'

/** A valid value of a field; undefined where none can be made. */
const valueFor = (field: FieldModel, draw: Draw): Json | undefined =>
  serverKinds[field.kind].fill(field, draw, valueFor)

const BATCH = 1000
const MAX_TARGETS = 5000
/** Few random rows satisfy rules such as “exactly one of three”. */
const MAX_TRIES = 400

/** mulberry32: small, fast, deterministic everywhere. */
const generator = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/**
 * The requested rows cannot be generated from existing records; the message says what is missing.
 */
export class FillRefused extends Error {
  override readonly name = 'FillRefused'
}

const targetsOf = async (
  parts: WriterParts,
  resource: ResourceModel,
): Promise<Map<string, readonly string[]>> => {
  const found = new Map<string, readonly string[]>()
  for (const collection of new Set(resource.fields.flatMap(collectionsOf))) {
    const { rows } = await parts.db.query<{ id: string }>(
      `SELECT id FROM "${byCollection(parts.model, collection).table}" WHERE deleted_at IS NULL LIMIT ${MAX_TARGETS}`,
    )
    found.set(collection, collection === resource.collection ? [] : rows.map((r) => r.id))
  }
  found.set(
    'files',
    (await parts.db.query<{ id: string }>(`SELECT id FROM files LIMIT ${MAX_TARGETS}`)).rows.map(
      (r) => r.id,
    ),
  )
  const missing = resource.fields.filter(
    (f) => f.required && f.kind === 'ref' && !found.get(f.ref!)?.length,
  )
  if (missing.length) {
    throw new FillRefused(
      `${resource.label.many} need ${missing.map((f) => f.ref).join(' and ')} first.`,
    )
  }
  return found
}

/**
 * Tracks which unique combinations of references are taken; other unique values end in the row
 * number.
 */
const pairsOf = async (
  { db }: WriterParts,
  resource: ResourceModel,
): Promise<{ free(row: RecordData): boolean }> => {
  const sets = resource.unique.filter((names) =>
    names.every((name) => resource.fields.find((f) => f.name === name)?.kind === 'ref'),
  )
  const key = (names: readonly string[], row: Readonly<Record<string, unknown>>): string =>
    names.map((name) => String(row[name])).join()
  const taken = await Promise.all(
    sets.map(async (names) => {
      const { rows } = await db.query<Record<string, string>>(
        `SELECT ${names.map((n) => `${quotedColumn(n)} AS "${n}"`).join(', ')} FROM "${resource.table}" WHERE deleted_at IS NULL`,
      )
      return new Set(rows.map((row) => key(names, row)))
    }),
  )
  return {
    free(row) {
      // As in the database, rows without a value never agree.
      const keys = sets.map((names) =>
        names.every((name) => row[name] !== null) ? key(names, row) : undefined,
      )
      if (keys.some((k, i) => k !== undefined && taken[i]!.has(k))) return false
      keys.forEach((k, i) => k !== undefined && taken[i]!.add(k))
      return true
    },
  }
}

/** The row with its derived values, and what the schema or a rule refuses in it. */
const completed = async (
  unit: Unit,
  wanted: RecordData,
): Promise<{ readonly row: RecordData; readonly problems: readonly FieldProblem[] }> => {
  try {
    const row = await derived(unit, 'create', null, wanted)
    return { row, problems: checkRow(unit.def, row) }
  } catch (error) {
    if (!(error instanceof Problem) || !error.extra.errors) throw error
    return { row: wanted, problems: error.extra.errors }
  }
}

const make = async (
  unit: Unit,
  draw: Draw,
  pairs: { free(row: RecordData): boolean },
): Promise<RecordData> => {
  const { resource, def } = unit
  const start = draw.day
  for (let tried = 0; ; tried++) {
    // Earlier with each try, since a rule may refuse days to come.
    draw.day = start - tried
    const values = Object.fromEntries(
      resource.fields
        .filter((f) => !f.derived || f.kind === 'state')
        .flatMap((f): [string, Json][] => {
          const value =
            f.required || draw.random() < 0.8 || f.kind === 'state' || f.kind === 'money'
              ? valueFor(f, draw)
              : undefined
          return value === undefined ? [] : [[f.name, value]]
        }),
    )
    const drawn = { ...emptyRow(unit, uuidv7()), ...values } as RecordData
    const idle = resource.fields.filter(
      ({ when }) => when && !when.is.includes(drawn[when.field] as never),
    )
    const wanted = { ...drawn, ...Object.fromEntries(idle.map((f) => [f.name, null])) }
    // Checked before deriving too, as forms do: deriving may consume numbers and read other
    // records.
    const early = checkRow(def, wanted)
    const { row, problems } = early.length
      ? { row: wanted, problems: early }
      : await completed(unit, wanted)
    if (!problems.length && pairs.free(row)) return { ...row, version: 1 }
    if (tried >= MAX_TRIES) {
      throw new Error(
        `No valid ${resource.label.one.toLowerCase()} could be generated: ${problems[0] ? `${problems[0].path} ${english(problems[0].message)}` : 'too few records to refer to, no two may agree'}`,
      )
    }
  }
}

/**
 * Fills one collection with `count` rows for scale tests: every value valid for its kind and the
 * schema's own rules, derived fields computed by the entity's rules. Skips rules that look at other
 * rows (free rooms).
 */
export const fillRows = async (
  parts: WriterParts,
  collection: string,
  count: number,
  progress: (done: number) => void = () => {},
): Promise<void> => {
  const resource = byCollection(parts.model, collection)
  const targets = await targetsOf(parts, resource)
  const {
    rows: [known],
  } = await parts.db.query<{ n: number }>(`SELECT count(*) AS n FROM "${resource.table}"`)
  // An earlier run may have used some numbers; a run starts far above them.
  const first = 1_000_000 + known!.n
  const random = generator(first)
  const context = seedContext(parts.model)
  const pairs = await pairsOf(parts, resource)
  const today = Math.floor(Date.now() / 86_400_000)
  for (let at = 0; at < count; at += BATCH) {
    await parts.db.transaction(async (tx) => {
      const unit = unitOf(parts, resource, context, tx)
      const changes = []
      for (let n = at; n < Math.min(count, at + BATCH); n++) {
        const after = await make(
          unit,
          {
            random,
            number: first + n,
            day: today - Math.floor(random() * 730),
            targets: (name) => targets.get(name) ?? [],
          },
          pairs,
        )
        changes.push({
          kind: 'create' as const,
          before: null,
          after,
          changed: new Set(
            resource.fields.map((f) => f.name).filter((name) => after[name] !== null),
          ),
        })
      }
      await writeChanges(
        tx,
        resource,
        changes,
        changes.map(() => ({ action: 'create' as const })),
        context,
      )
    })
    progress(Math.min(count, at + BATCH))
  }
  await parts.db.query(`ANALYZE "${resource.table}"`)
}
