/** Bodies of writes of saved views: their shape, and whether the caller may use their names. */
import { bodyAs, type Shape } from '../base/issues.ts'
import * as z from 'zod'
import type { Model, ResourceModel } from '#model/types.ts'
import { MAX_VIEW_NAME, MAX_VIEW_ROLES, viewKinds, type ViewKind } from '#model/views.ts'
import type { Access } from '../permissions/types.ts'
import { invalid } from '../base/problem.ts'
import { options } from '../store/read/options.ts'
import { sees, type Queryable } from '../store/read/statement.ts'
import { kinds, type SavedState } from './kinds.ts'

const partsFor = (kind: ViewKind) => ({
  name: z.string().trim().min(1).max(MAX_VIEW_NAME),
  state: kinds[kind].shape,
  shared: z.boolean(),
  roles: z.array(z.guid()).max(MAX_VIEW_ROLES),
  defaultRoles: z.array(z.guid()).max(MAX_VIEW_ROLES),
})
const createdFor = (kind: ViewKind) => {
  const parts = partsFor(kind)
  return z.strictObject({
    ...parts,
    kind: z.enum(viewKinds).default('list'),
    collection: z.string().max(80),
    path: z
      .string()
      .regex(/^(\/[\w-]{1,60}){0,4}$/)
      .default(''),
    shared: parts.shared.default(false),
    roles: parts.roles.default([]),
    defaultRoles: parts.defaultRoles.default([]),
  })
}
const changedFor = (kind: ViewKind) => z.strictObject(partsFor(kind)).partial()
const created = { list: createdFor('list'), import: createdFor('import') }
const changed = { list: changedFor('list'), import: changedFor('import') }

/** A new view. */
export type NewView = z.output<(typeof created)['list']>
/** Some parts of a view. */
export type ViewChange = z.output<(typeof changed)['list']>

const codeOf = ({ code }: z.core.$ZodIssue): string => {
  if (code === 'too_big') return 'too_long'
  return code === 'too_small' ? 'required' : 'invalid_value'
}

const read = <T>(shape: Shape<T>, value: unknown): T => bodyAs(shape, value, codeOf)

const ofImport = z.looseObject({ kind: z.literal('import') })
const withMapping = z.looseObject({ state: z.looseObject({ mapping: z.unknown() }) })

/** The body of a new view; 422 with every wrong part. */
export const newViewIn = (value: unknown): NewView =>
  read(created[ofImport.safeParse(value).success ? 'import' : 'list'], value)

/** The body of a change; 422 with every wrong part. `checkedState` checks the state. */
export const changeIn = (value: unknown): ViewChange => {
  const isMapping = withMapping.safeParse(value).data?.state.mapping !== undefined
  return read(changed[isMapping ? 'import' : 'list'], value)
}

/**
 * The state as it is stored; 422 for another shape, and for names that do not exist or that the
 * caller may not see or write.
 */
export const checkedState = (
  kind: ViewKind,
  resource: ResourceModel,
  model: Model,
  given: unknown,
  access: Access,
): SavedState => {
  const { shape, cut, refusal } = kinds[kind]
  const { state, missing } = cut(
    resource,
    model,
    read(z.object({ state: shape }), { state: given }).state,
    { access, mine: true },
  )
  if (!missing.length) return state
  throw invalid(
    missing.map((what) => ({
      path: 'state',
      code: 'unknown_name',
      message: refusal(what),
    })),
  )
}

/** Rejects roles that do not exist or that the caller may not see; their own are always allowed. */
export const checkRoles = async (
  db: Queryable,
  model: Model,
  access: Access,
  path: 'roles' | 'defaultRoles',
  ids: readonly string[],
): Promise<void> => {
  const others = ids.filter((id) => !access.actor.roleIds.includes(id))
  if (!others.length) return
  const resource = model.resources.find((r) => r.grants !== undefined)
  const found =
    resource && sees(access, resource) && access.can(`${resource.entity}.list`)
      ? await options(db, model, resource, { ids: others }, access)
      : []
  const known = new Set(found.map(({ id }) => id))
  const unknown = others.filter((id) => !known.has(id))
  if (!unknown.length) return
  throw invalid([{ path, code: 'unknown_reference', message: 'There is no such role.' }])
}
