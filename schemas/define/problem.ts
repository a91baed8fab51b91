/** What a check of declarations looks at, and what it finds. */
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
  /** Names a screen may list: fields, `state`, standard columns. */
  knows(name: string): boolean
}

/** A group of related checks: looks at one resource among all and yields what is wrong. */
export type Check = (subject: Subject, all: readonly Subject[]) => Generator<Problem>

/** Makes an error; `at` is completed with the collection by the caller's template. */
export const problem = (id: string, at: string, message: string, hint: string): Problem => ({
  level: 'error',
  id,
  at,
  message,
  hint,
})
