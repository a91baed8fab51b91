/** Input and output of the declaration checks. */
import type { FieldModel } from './describe.ts'
import type { AnyResource } from './resource.ts'

/**
 * One wrong declaration. `at` is a place such as `hotels.list.columns[2]`; `error` stops the
 * server, `warning` is printed.
 */
export interface Problem {
  readonly level: 'error' | 'warning'
  readonly id: string
  readonly at: string
  readonly message: string
  readonly hint: string
}

/**
 * One resource as the checks see it: its declaration, its key in the index and its described
 * fields.
 */
export interface Subject {
  readonly key: string
  readonly def: AnyResource
  readonly fields: readonly FieldModel[]
  field(name: string): FieldModel | undefined
  /** True for names a screen may list: fields, `state`, standard columns. */
  knows(name: string): boolean
}

/** A group of related checks: checks one resource among all and yields its problems. */
export type Check = (subject: Subject, all: readonly Subject[]) => Generator<Problem>

/** Creates an error; the caller's template completes `at` with the collection. */
export const problem = (id: string, at: string, message: string, hint: string): Problem => ({
  level: 'error',
  id,
  at,
  message,
  hint,
})
