import { own } from '#schemas/define/own.ts'
import { badQuery } from './collections.ts'
import type { Ctx } from './context.ts'
import type { FieldProblem } from '../problem.ts'

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
