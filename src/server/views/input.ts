/** Bodies of writes of saved views: their shape, and whether the caller may name what they name. */
import * as z from 'zod'
import { cutView } from '#model/viewParts.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import {
  densities,
  MAX_VIEW_COLUMNS,
  MAX_VIEW_NAME,
  MAX_VIEW_ROLES,
  MAX_VIEW_SEARCH,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  type ViewState,
} from '#model/views.ts'
import type { Access } from '../permissions/types.ts'
import { invalid, type FieldProblem } from '../base/problem.ts'
import { options } from '../store/read/options.ts'
import { allowedBy, sees, type Queryable } from '../store/read/statement.ts'

const word = z.string().min(1).max(80)
const device = z.strictObject({
  layout: word.exactOptional(),
  density: z.enum(densities).exactOptional(),
  widths: z.record(word, z.number().min(MIN_WIDTH_PX).max(MAX_WIDTH_PX)).exactOptional(),
})
const parts = {
  name: z.string().trim().min(1).max(MAX_VIEW_NAME),
  state: z.strictObject({
    search: z.string().max(MAX_VIEW_SEARCH),
    columns: z.array(word).max(MAX_VIEW_COLUMNS).exactOptional(),
    wide: device.exactOptional(),
    narrow: device.exactOptional(),
  }),
  shared: z.boolean(),
  roles: z.array(z.guid()).max(MAX_VIEW_ROLES),
  defaultRoles: z.array(z.guid()).max(MAX_VIEW_ROLES),
}

const created = z.strictObject({
  ...parts,
  collection: z.string().max(80),
  path: z
    .string()
    .regex(/^(\/[\w-]{1,60}){0,4}$/)
    .default(''),
  shared: parts.shared.default(false),
  roles: parts.roles.default([]),
  defaultRoles: parts.defaultRoles.default([]),
})
const changed = z.strictObject(parts).partial()

/** A new view. */
export type NewView = z.output<typeof created>
/** Some parts of a view. */
export type ViewChange = z.output<typeof changed>

const codeOf = (code: string): string => {
  if (code === 'too_big') return 'too_long'
  return code === 'too_small' ? 'required' : 'invalid_value'
}

const problemsOf = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  issues.flatMap((issue) => {
    const at = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...at, key].join('.'),
        code: 'unknown_name',
        message: 'There is no such field.',
      }))
    }
    return [{ path: at.join('.'), code: codeOf(issue.code), message: issue.message }]
  })

const read = <T>(shape: z.ZodType<T>, value: unknown): T => {
  const result = shape.safeParse(value)
  if (!result.success) throw invalid(problemsOf(result.error.issues))
  return result.data
}

/** The body of a new view; 422 with every wrong part. */
export const newViewIn = (value: unknown): NewView => read(created, value)
/** The body of a change; 422 with every wrong part. */
export const changeIn = (value: unknown): ViewChange => read(changed, value)

/** The state as it is stored; 422 for names that do not exist or that the caller may not see. */
export const checkedState = (
  resource: ResourceModel,
  model: Model,
  state: ViewState,
  access: Access,
): ViewState => {
  const cut = cutView(resource, model, state, { allowed: allowedBy(access), mine: true })
  if (!cut.missing.length) return cut.state
  throw invalid(
    cut.missing.map((what) => ({
      path: 'state',
      code: 'unknown_name',
      message: `A view cannot hold the ${what}.`,
    })),
  )
}

/** Rejects roles that do not exist or that the caller may not see; their own always count. */
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
  const strange = others.filter((id) => !known.has(id))
  if (!strange.length) return
  throw invalid([{ path, code: 'unknown_reference', message: 'There is no such role.' }])
}
