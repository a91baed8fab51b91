import { own } from '#schemas/define/own.ts'
import type { Ctx } from './context.ts'
import type { Access } from '../permissions/types.ts'
import { forbidden, Problem, type FieldProblem } from '../problem.ts'

/** 400 with every wrong name and value of an address. */
export const badQuery = (problems: readonly FieldProblem[]): Problem =>
  new Problem(
    400,
    'bad_query',
    problems.length === 1 ? problems[0]!.message : `${problems.length} parameters are wrong.`,
    { errors: problems },
  )

/** 403 unless the caller holds the key. */
export const need = (access: Access, key: string): void => {
  if (!access.can(key)) throw forbidden()
}

/** The parameters of a request. */
export const params = (c: Ctx): URLSearchParams => new URL(c.req.url).searchParams

/** Refuses parameters a call does not have, in the same words as a list does. */
export const only = (c: Ctx, ...names: string[]): void => {
  const unknown = [...params(c).keys()].filter((name) => !names.includes(name))
  if (unknown.length) {
    throw badQuery(
      unknown.map((path) => ({
        path,
        code: 'unknown_name',
        message: `"${path}" is not a parameter here.`,
      })),
    )
  }
}

/** A `limit` of 1 to `most`; undefined where none is given. */
export const limitOf = (c: Ctx, most: number): number | undefined => {
  const text = c.req.query('limit')
  if (text === undefined) return undefined
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > most) {
    throw badQuery([{ path: 'limit', code: 'invalid_value', message: `"limit" is 1 to ${most}.` }])
  }
  return limit
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** Checks of parameters that several logs take. */
export const isInstant = (value: string): boolean =>
  INSTANT.test(value) && !Number.isNaN(Date.parse(value))

export type Checks = Readonly<Record<string, (value: string) => boolean>>

/** The parameters of a request by name, and what is wrong with them. */
export const checkedQuery = (
  c: Ctx,
  checks: Checks,
): { readonly given: Readonly<Record<string, string>>; readonly wrong: FieldProblem[] } => {
  const given = Object.fromEntries(new URL(c.req.url).searchParams)
  const wrong = Object.entries(given).flatMap(([path, value]): FieldProblem[] => {
    const check = own(checks, path)
    return !check
      ? [{ path, code: 'unknown_name', message: `"${path}" is not a parameter here.` }]
      : check(value)
        ? []
        : [{ path, code: 'invalid_value', message: 'This value does not fit.' }]
  })
  return { given, wrong }
}

/** The parameters of a request by name; 400 with every unknown name and wrong value. */
export const queryOf = (c: Ctx, checks: Checks): Readonly<Record<string, string>> => {
  const { given, wrong } = checkedQuery(c, checks)
  if (wrong.length) throw badQuery(wrong)
  return given
}
