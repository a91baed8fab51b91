import { checkFields } from './checkFields.ts'
import { checkFigures } from './checkFigures.ts'
import { checkLayouts } from './checkLayouts.ts'
import { checkLifecycle } from './checkLifecycle.ts'
import { checkNames } from './checkNames.ts'
import { checkReferences } from './checkReferences.ts'
import { checkScreens } from './checkScreens.ts'
import { describeShape, type FieldModel } from './describe.ts'
import type { AnyResource } from './resource.ts'

/** One wrong declaration. `at` is a place such as `hotels.list.columns[2]`; `error` stops the server, `warning` is printed. */
export interface Problem {
  readonly level: 'error' | 'warning'
  readonly id: string
  readonly at: string
  readonly message: string
  readonly hint: string
}

/** One resource as the checks see it: its declaration, its key in the index and its described fields. */
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

const subjectOf = ([key, def]: [string, AnyResource]): Subject => {
  const fields = describeShape(def.shape.shape)
  const byName = new Map(fields.map((f) => [f.name, f]))
  const extra = new Set([...(def.states ? ['state'] : []), 'createdAt', 'updatedAt'])
  return {
    key,
    def,
    fields,
    field: (name) => byName.get(name),
    knows: (name) => byName.has(name) || extra.has(name),
  }
}

/**
 * Looks for every wrong declaration the compiler cannot see and reports all of them at once
 * (the idea of Django's system checks). An empty list means the model may be compiled.
 */
export function checkResources(resources: Readonly<Record<string, AnyResource>>): Problem[] {
  const all = Object.entries(resources).map(subjectOf)
  return all.flatMap((subject) =>
    [
      checkNames,
      checkFields,
      checkReferences,
      checkLifecycle,
      checkScreens,
      checkLayouts,
      checkFigures,
    ].flatMap((check) => [...check(subject, all)]),
  )
}

/** Problems as lines for a terminal: `hotels.list.columns[2]  column.unknown  …`. */
export const formatProblems = (problems: readonly Problem[]): string =>
  problems
    .map(
      (p) =>
        `${p.level === 'error' ? 'Error' : 'Warning'} at ${p.at} [${p.id}]: ${p.message} ${p.hint}`,
    )
    .join('\n')
