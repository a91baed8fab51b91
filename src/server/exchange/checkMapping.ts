import { inside, say, type Said } from '#model/message.ts'
import { own } from '#schemas/define/own.ts'
import { byCollection } from '#model/compile.ts'
import { historyKey } from '#schemas/define/historyKey.ts'
import { isMasked, traits } from '#schemas/define/kinds.ts'
import { importPath, isFact, isId } from '#model/importFields.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import { parsing, saidOf } from '../base/issues.ts'
import { invalid, type FieldProblem } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { isReference, mappingSchema, type Mapping, type Source } from '#model/importMapping.ts'

const problem = (path: string, message: Said, code = 'invalid_value'): FieldProblem => ({
  path,
  code,
  message,
})

const mayFill = (
  resource: ResourceModel,
  field: FieldModel,
  { access, history }: Rights,
): boolean => {
  if (field.name === 'state') return resource.states.length > 0
  if (isId(field)) return false
  if (!isFact(field)) return access.writable(resource).has(field.name)
  const isOwn = resource.fields.includes(field)
  return history && (!isOwn || access.readable(resource).has(field.name))
}

/** Whose import it is, and whether of another system's records. */
export interface Rights {
  readonly access: Access
  readonly history: boolean
}

/** Fields that are mapped beside parts of them. */
const overlaps = (entries: Mapping['fields'], path: string): FieldProblem[] => {
  const names = Object.keys(entries)
  const owners = new Set(
    names.flatMap((name) => {
      const parts = name.split('.')
      return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'))
    }),
  )
  return names
    .filter((name) => owners.has(name))
    .map((name) => problem(`${path}.${name}`, 'Map either this field or its parts'))
}

/** A mapping, and who uses it. */
interface Checked {
  readonly model: Model
  readonly mapping: Mapping
  readonly rights: Rights
}

/** What is wrong with one entry, including the record it creates. */
export const checkEntry = (
  { model, mapping, rights }: Checked,
  resource: ResourceModel,
  path: string,
  [name, entry]: readonly [name: string, entry: Source],
): FieldProblem[] => {
  const { access, history } = rights
  const fields = importPath(resource, name)
  if (fields && isId(fields[0]!) && path === 'mapping.fields.id') return []
  // A part is written with its field, so the right is that of the field.
  if (!fields || !mayFill(resource, fields[0]!, rights)) {
    return [problem(path, 'There is no such field', 'unknown_name')]
  }
  const field = fields.at(-1)!
  if (typeof entry === 'object' && 'addDays' in entry && !own(mapping.fields, entry.addDays[0])) {
    return [problem(path, say('There is no mapped field "{{name}}"', { name: entry.addDays[0] }))]
  }
  if (!isReference(entry)) return []
  if (field.kind !== 'ref' || !field.ref) {
    return [problem(path, '"by" finds records a reference points at; this field is none')]
  }
  const target = byCollection(model, field.ref)
  const by = target.fields.find((f) => f.name === entry.by)
  if (
    !by ||
    traits(by.kind).storage !== 'text' ||
    !access.readable(target).has(entry.by) ||
    isMasked(by)
  ) {
    return [problem(`${path}.by`, 'There is no such field', 'unknown_name')]
  }
  if (!entry.create) return []
  const keys = ['import', 'create'].map((action) => `${target.entity}.${action}`)
  if (history) keys.push(historyKey(target.entity))
  if (!keys.every((key) => access.can(key))) {
    return [
      problem(
        `${path}.create`,
        say('You may not import {{many}}', { many: inside(target.label.many) }),
        'forbidden',
      ),
    ]
  }
  return [
    ...overlaps(entry.create, `${path}.create`),
    ...Object.entries(entry.create).flatMap((inner) =>
      checkEntry({ model, mapping, rights }, target, `${path}.create.${inner[0]}`, inner),
    ),
  ]
}

/**
 * Validates a mapping (JSON) for a resource and the caller's permissions, in the body of an import
 * or in a file; with `history` it may fill fields that only the server writes otherwise.
 * @throws 422 with a path below `mapping` for each error; unknown and forbidden fields get the same
 * message.
 */
export const checkMapping = (
  model: Model,
  resource: ResourceModel,
  given: unknown,
  access: Access,
  history = false,
): Mapping => {
  const parsed = mappingSchema.safeParse(given, parsing)
  if (!parsed.success) {
    throw invalid(
      parsed.error.issues.map((i) =>
        problem(
          ['mapping', ...i.path].join('.'),
          i.code === 'invalid_union' ? 'This is not a valid form of mapping' : saidOf(i),
        ),
      ),
    )
  }
  const mapping = parsed.data
  const errors = Object.entries(mapping.fields).flatMap((entry) =>
    checkEntry(
      { model, mapping, rights: { access, history } },
      resource,
      `mapping.fields.${entry[0]}`,
      entry,
    ),
  )
  errors.push(...overlaps(mapping.fields, 'mapping.fields'))
  if (Object.keys(mapping.fields).length === 0) {
    errors.push(problem('mapping.fields', 'Map at least one field'))
  }
  if (errors.length > 0) throw invalid(errors)
  return mapping
}
