/**
 * Decides which resources may be kept in a document database that browsers query directly. Only the
 * security rules of that database protect the documents, so anything they cannot express excludes a
 * resource. Pure.
 */
import type { FieldModel, Model, ResourceModel } from '../types.ts'

/** Facts of a resource that the model does not contain. */
export interface Facts {
  /** Entities with server rules, by permission key. */
  readonly ruled: ReadonlySet<string>
  /** Entities with a rule that compares fields. */
  readonly checked: ReadonlySet<string>
}

/** Whether a resource is eligible. */
export interface Verdict {
  readonly collection: string
  /** Reasons against it, as sentences; empty = eligible. */
  readonly refusals: readonly string[]
  /** Requirements that its security rules enforce only in part. */
  readonly notes: readonly string[]
}

/**
 * Kinds that live in the server's file store, are hidden from readers, or hold lists whose items
 * security rules cannot inspect.
 */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  secret: 'may be written but never read, and who reads a document reads all of it',
  image: 'is a file, and the server hands out files by the record they belong to',
  images: 'holds files, and the server hands out files by the record they belong to',
  file: 'is a file, and the server hands out files by the record they belong to',
  files: 'holds files, and the server hands out files by the record they belong to',
  rows: 'holds rows, and rules cannot look into each member of a list',
  variant: 'has several shapes, which rules cannot tell apart',
  json: 'may hold anything, which rules cannot judge',
}
/** A rule may evaluate at most 1000 expressions; a field takes about fifteen. */
const MOST_FIELDS = 40
/** Kinds whose value can name a reservation of a unique value. */
const RESERVABLE = new Set([
  'text',
  'slug',
  'email',
  'phone',
  'url',
  'ref',
  'enum',
  'country',
  'currency',
  'locale',
  'timeZone',
])

const fieldRefusals = (field: FieldModel, path = field.name): string[] => [
  ...(field.sensitive && !IMPOSSIBLE[field.kind]
    ? [`“${path}” is masked, and who reads a document reads all of it.`]
    : []),
  ...(field.derived ? [`“${path}” is computed by the server.`] : []),
  ...(IMPOSSIBLE[field.kind] ? [`“${path}” ${IMPOSSIBLE[field.kind]}.`] : []),
  ...(IMPOSSIBLE[field.kind] ? [] : (field.fields ?? [])).flatMap((inner) =>
    fieldRefusals(inner, `${path}.${inner.name}`),
  ),
]

/** True for list fields whose items security rules cannot inspect one by one. */
const isOpenList = (field: FieldModel): boolean => field.kind === 'tags' || field.kind === 'refs'

/** Judges one resource of a model. */
export const judge = (resource: ResourceModel, { ruled, checked }: Facts): Verdict => {
  const { entity, scope } = resource
  const has = (list: readonly unknown[] | undefined) => Boolean(list?.length)
  const refusals = [
    ...(resource.path ? [] : ['It has no pages of its own.']),
    ...(ruled.has(entity) ? ['The server has rules of its own for it, which would not run.'] : []),
    ...(scope === undefined || scope === 'staff' || scope === 'shared'
      ? []
      : [
          'Tenants see only some of its rows, and rules cannot follow references to find out which.',
        ]),
    ...(has(resource.approvals)
      ? ['Some of its changes need an approval, which rules cannot keep.']
      : []),
    ...(has(resource.states)
      ? ['It has a lifecycle; who takes a step, and why, is kept by the server.']
      : []),
    ...(has(resource.actions) ? ['It has actions, which the server carries out.'] : []),
    ...(has(resource.documents) ? ['It has PDF documents, which the server writes.'] : []),
    ...(resource.readOnly ? ['It is written by the server alone.'] : []),
    ...(resource.appendOnly && !resource.readOnly
      ? ['It is only ever added to, and the server keeps its order.']
      : []),
    ...(resource.person || resource.grants ? ['It decides who may do what.'] : []),
    ...(resource.metrics ? ['Metrics of the dashboard are counted from it.'] : []),
    ...resource.referredBy.map(
      (r) =>
        `“${r.field}” of ${r.collection} points at it, and the database of the server holds such references.`,
    ),
    ...resource.fields.filter((f) => f.kind !== 'state').flatMap((field) => fieldRefusals(field)),
    ...resource.unique.flatMap((names) =>
      names
        .filter((name) => !RESERVABLE.has(resource.fields.find((f) => f.name === name)?.kind ?? ''))
        .map(
          (name) =>
            `No two may agree in ${names.join(', ')}, and “${name}” cannot be part of a name.`,
        ),
    ),
    ...(resource.fields.length > MOST_FIELDS
      ? [`It has ${resource.fields.length} fields; rules can check at most ${MOST_FIELDS}.`]
      : []),
  ]
  const notes = [
    ...(checked.has(entity)
      ? [
          'The rule that compares its fields runs in the form and before each write of this application, not in the database.',
        ]
      : []),
    ...resource.fields
      .filter(isOpenList)
      .map(
        (f) =>
          `Of the list “${f.name}” the database checks the length alone; members are checked when they are written and read here.`,
      ),
    ...resource.fields
      .filter((f) => f.kind === 'ref' || f.kind === 'refs' || f.kind === 'anyRef')
      .map(
        (f) =>
          `Whether the record “${f.name}” names exists is not checked by the database; when that record goes, the reference stays.`,
      ),
    ...resource.fields
      .filter((f) => f.pattern && !ruleSafePattern(f.pattern))
      .map(
        (f) =>
          `The pattern of “${f.name}” cannot be said in rules; it is checked when it is written and read here.`,
      ),
  ]
  return { collection: resource.collection, refusals, notes }
}

/** Judges every resource, in the model's order. */
export const judgeAll = (model: Model, facts: Facts): readonly Verdict[] =>
  model.resources.map((resource) => judge(resource, facts))

/**
 * True for patterns supported by RE2, which security rules use: no lookaround, no back-references.
 */
export const ruleSafePattern = (pattern: string): boolean => !/\(\?[=!<]|\\[1-9]/.test(pattern)
