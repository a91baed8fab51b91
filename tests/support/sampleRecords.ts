/**
 * Records of every entity, derived from the model alone: the same ids, values and dates on every
 * run.
 */
import { randomUUID } from 'node:crypto'
import { collectionsOf } from '#model/pointers.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Services } from '#server/services.ts'
import { unguarded } from './audit.ts'
import { samplePng } from './samplePng.ts'
import type { TxWriteContext } from '#server/store/write/writer.ts'

type Values = Record<string, Json>

/** Ids of the sample records by collection, in the order of creation. */
export type SampleIds = ReadonlyMap<string, readonly string[]>

/**
 * Adapts a body to an entity's rules beyond its shape: `tests/support/samples/<entity>.ts` exports
 * it as `sample`. Receives the generated body, returns the one to send; for an entity that only the
 * server creates, all values of the record.
 */
export type SampleHook = (
  body: Values,
  about: { readonly n: number; readonly ids: SampleIds },
) => Values

const hooks = import.meta.glob<SampleHook>('./samples/*.ts', { import: 'sample', eager: true })

const hookOf = ({ entity }: ResourceModel): SampleHook | undefined =>
  hooks[`./samples/${entity}.ts`]

const DAY_MS = 86_400_000
/**
 * First day that samples use; days of one record follow each other, and records lie ten days apart.
 */
const FIRST_DAY = Date.UTC(2031, 4, 1)
/** Creation time of the samples as their pages show it. */
export const SAMPLES_AT = '2026-01-15T12:00:00.000Z'

/** The only picture of the samples. */
const SAMPLE_FILE = '01900000-0000-7000-8000-00000000f11e'

interface Draw {
  readonly resource: ResourceModel
  readonly n: number
  readonly ids: SampleIds
  day: number
  readonly full: boolean
}

const within = (field: FieldModel, value: number): number =>
  Math.min(field.max ?? value, Math.max(field.min ?? value, value))
const fits = (field: FieldModel, text: string): string =>
  text.slice(0, field.max ?? 200).padEnd(field.min ?? 0, 'x')
const needsFile = (field: FieldModel): boolean =>
  (field.fields ?? []).some((f) => f.kind === 'file' || f.kind === 'image')

const text = (field: FieldModel, { resource, n }: Draw): string => {
  if (field.pattern) {
    return field.unique ? `${resource.entity.slice(0, 6).toUpperCase()}-${n}` : 'STD'
  }
  return fits(
    field,
    field.name === resource.title ? `${resource.label.one} ${n}` : `${field.label} ${n}`,
  )
}

const partsOf = (fields: readonly FieldModel[], draw: Draw): Values =>
  Object.fromEntries(
    fields
      .filter((f) => !f.derived)
      .flatMap((f): [string, Json][] => {
        const v = valueOf(f, draw)
        return v === undefined ? [] : [[f.name, v]]
      }),
  )

/**
 * A value the field accepts; undefined for what cannot be derived from the model (files, grants,
 * references without targets).
 */
const valueOf = (field: FieldModel, draw: Draw): Json | undefined => {
  const { n, resource, ids } = draw
  const targets = ids.get(field.ref ?? '') ?? []
  switch (field.kind) {
    case 'text':
      return text(field, draw)
    case 'longText':
    case 'markdown':
      return fits(field, `${field.label} of ${resource.label.one.toLowerCase()} ${n}.`)
    case 'email':
      return `${resource.entity.toLowerCase()}-${n}@example.com`
    case 'phone':
      return `+351 210 000 0${String(n).padStart(2, '0')}`
    case 'url':
      return `https://example.com/${resource.collection}/${n}`
    case 'slug':
      return `${resource.entity.toLowerCase()}-${n}`
    case 'secret':
      return `PT50000201231234567${String(n).padStart(4, '0')}`
    case 'icon':
      return 'star'
    case 'color':
      return '#0f2051'
    case 'timeZone':
      return 'Europe/Lisbon'
    case 'country':
      return 'PT'
    case 'currency':
      return 'EUR'
    case 'locale':
      return 'en'
    case 'enum':
      return field.options?.[n % field.options.length]?.value
    case 'enums':
      return field.options?.slice(0, 1).map((o) => o.value)
    case 'int':
    case 'rating':
      return within(field, 3)
    case 'bps':
      return within(field, 1250)
    case 'number':
      return within(field, 4.5)
    case 'money':
      return { amount: 12_300 + n, currency: field.currency ?? 'EUR' }
    case 'boolean':
      return true
    case 'day':
      return new Date(FIRST_DAY + draw.day++ * DAY_MS).toISOString().slice(0, 10)
    case 'time':
      return '14:30'
    case 'instant':
      return new Date(FIRST_DAY + draw.day * DAY_MS + DAY_MS / 2).toISOString()
    case 'ref':
      return targets[(n - 1) % Math.min(2, Math.max(1, targets.length))]
    case 'refs':
      return targets.slice(0, 1)
    case 'anyRef': {
      const type = field.targets?.find((t) => ids.get(t)?.length)
      return type && { type, id: ids.get(type)![0]! }
    }
    case 'image':
    case 'file':
      return field.required ? SAMPLE_FILE : undefined
    case 'tags':
      return ['alpha', 'beta']
    case 'location':
      return { lat: 38.7, lng: -9.14 }
    case 'address':
    case 'object':
      return partsOf(field.fields ?? [], draw)
    case 'rows': {
      const row = partsOf(field.fields ?? [], draw)
      return needsFile(field) || field.fields?.some((f) => f.required && row[f.name] === undefined)
        ? []
        : [row]
    }
    case 'variant': {
      const v = field.variants?.[0]
      return v && { kind: v.value, ...partsOf(v.fields, draw) }
    }
    default:
      return undefined
  }
}

/** Lists are always filled: rules require them more often than shapes do. */
const asked = (field: FieldModel, full: boolean): boolean =>
  !field.derived &&
  !field.hidden &&
  field.kind !== 'state' &&
  (full || field.required || field.kind === 'rows' || field.kind === 'refs')

/**
 * Body of the `n`th sample of an entity, 1-based: `full` fills every field the model allows, else
 * only the required ones.
 */
export const sampleBody = (
  resource: ResourceModel,
  n: number,
  ids: SampleIds,
  full: boolean,
): Values => {
  const draw: Draw = { resource, n, ids, day: n * 10, full }
  const body = partsOf(
    resource.fields.filter((f) => asked(f, full)),
    draw,
  )
  return hookOf(resource)?.(body, { n, ids }) ?? body
}

/** Id of the `n`th sample of the `at`th entity. */
const sampleId = (at: number, n: number): string =>
  `01900000-0000-7000-8${String(at + 1).padStart(3, '0')}-${String(n).padStart(12, '0')}`

/**
 * Entities in the order of their references: once all targets of an entity exist, else once its
 * required ones do.
 */
const inOrder = (model: Model): ResourceModel[] => {
  const done = new Set<string>()
  // Entities that only the server creates exist already, or have samples of their own.
  const waiting = model.resources.filter((r) => !r.readOnly || hookOf(r))
  for (const r of model.resources) if (r.readOnly) done.add(r.collection)
  const ready = (all: boolean) => (r: ResourceModel) =>
    r.fields.every((f) =>
      collectionsOf(f).every(
        (to) => to === r.collection || done.has(to) || !(all || (f.required && to === f.ref)),
      ),
    )
  const out: ResourceModel[] = []
  while (waiting.length) {
    const found = [waiting.findIndex(ready(true)), waiting.findIndex(ready(false))].find(
      (i) => i >= 0,
    )
    if (found === undefined) throw new Error('The references of the entities go round in a circle.')
    const [next] = waiting.splice(found, 1)
    done.add(next!.collection)
    out.push(next!)
  }
  return out
}

const context = (model: Model, set: TxWriteContext['set']): TxWriteContext => ({
  access: compileAccess(model, systemActor),
  channel: 'system',
  requestId: 'samples',
  operationId: randomUUID(),
  ...(set ? { set } : {}),
})

/**
 * Gives every record and its history the time of the samples; call it again after adding people.
 */
export const fixTimes = async ({ model, db }: Pick<Services, 'model' | 'db'>): Promise<void> => {
  for (const { table } of model.resources) {
    await db.query(
      `UPDATE "${table}" t SET created_at = $1::timestamptz + o.n * interval '1 minute', updated_at = $1::timestamptz + o.n * interval '1 minute' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM "${table}") o WHERE o.id = t.id`,
      [SAMPLES_AT],
    )
  }
  await unguarded(db, `UPDATE audit SET at = '${SAMPLES_AT}'`)
}

const enterPicture = async ({ model, files }: Pick<Services, 'model' | 'files'>): Promise<void> => {
  const received = await files.receive(
    { bytes: samplePng(64, 48, [15, 32, 81]), name: 'sample.png' },
    compileAccess(model, systemActor),
  )
  await files.enter({ ...received, row: { ...received.row, id: SAMPLE_FILE } })
}

/**
 * Writes the samples: per entity one full record in its first state, then a minimal one per further
 * state (or one more, without states).
 */
export const makeSamples = async (
  services: Pick<Services, 'model' | 'db' | 'writer' | 'files'>,
): Promise<SampleIds> => {
  const { model, writer } = services
  const ids = new Map<string, string[]>()
  await enterPicture(services)
  for (const resource of inOrder(model)) {
    const own: string[] = []
    ids.set(resource.collection, own)
    const states = resource.states.length
      ? resource.states.map((s) => s.value)
      : [undefined, undefined]
    for (const [i, state] of states.entries()) {
      const id = sampleId(model.resources.indexOf(resource), i + 1)
      const body = sampleBody(resource, i + 1, ids, i === 0)
      const set = { id, ...(state && i > 0 ? { state } : {}) }
      await writer
        .create(
          resource,
          resource.readOnly ? {} : body,
          context(model, resource.readOnly ? { ...body, ...set } : set),
        )
        .catch((error: unknown) => {
          throw new Error(
            `No sample of ${resource.label.many} could be made; tests/support/samples/${resource.entity}.ts may say what its rules need: ${JSON.stringify(error)} for ${JSON.stringify(body)}`,
            { cause: error },
          )
        })
      own.push(id)
    }
  }
  await fixTimes(services)
  return ids
}
