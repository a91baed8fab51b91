import { own } from '#schemas/define/own.ts'
import type { Ctx } from './context.ts'
import { Problem, type FieldProblem } from '../base/problem.ts'

/** 400 with every invalid name and value of a URL. */
export const badQuery = (problems: readonly FieldProblem[]): Problem =>
  new Problem(
    400,
    'bad_query',
    problems.length === 1 ? problems[0]!.message : `${problems.length} parameters are wrong.`,
    { errors: problems },
  )

/** Returns the query parameters of a request. */
export const params = (c: Ctx): URLSearchParams => new URL(c.req.url).searchParams

/** Rejects unknown parameters, with the same message as a list. */
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

/** Parses `limit`, 1 to `most`; undefined if absent. */
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

/** Validates a parameter used by several logs. */
export const isInstant = (value: string): boolean =>
  INSTANT.test(value) && !Number.isNaN(Date.parse(value))

export type Checks = Readonly<Record<string, (value: string) => boolean>>

/** Returns the parameters of a request by name, and their problems. */
export const checkedQuery = (
  c: Ctx,
  checks: Checks,
): { readonly given: Readonly<Record<string, string>>; readonly wrong: FieldProblem[] } => {
  const given = Object.fromEntries(new URL(c.req.url).searchParams)
  const wrong = Object.entries(given).flatMap(([path, value]): FieldProblem[] => {
    const check = own(checks, path)
    if (!check) {
      return [{ path, code: 'unknown_name', message: `"${path}" is not a parameter here.` }]
    }
    if (check(value)) return []
    return [{ path, code: 'invalid_value', message: 'This value does not fit.' }]
  })
  return { given, wrong }
}

/** Returns the parameters of a request by name; 400 with every unknown name and invalid value. */
export const queryOf = (c: Ctx, checks: Checks): Readonly<Record<string, string>> => {
  const { given, wrong } = checkedQuery(c, checks)
  if (wrong.length) throw badQuery(wrong)
  return given
}
