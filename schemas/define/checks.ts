import { checkApprovals } from './checkApprovals.ts'
import { checkCharge } from './checkCharge.ts'
import { checkDetail } from './checkDetail.ts'
import { checkFields } from './checkFields.ts'
import { checkMetrics } from './checkMetrics.ts'
import { checkLayouts } from './checkLayouts.ts'
import { checkLifecycle } from './checkLifecycle.ts'
import { checkNames } from './checkNames.ts'
import { checkQueues } from './checkQueues.ts'
import { checkReferences } from './checkReferences.ts'
import { checkScreens } from './checkScreens.ts'
import { checkSensitive } from './checkSensitive.ts'
import { checkTenantLabels } from './checkTenantLabels.ts'
import { checkWorklists } from './checkWorklists.ts'
import { describeShape } from './describe.ts'
import type { Problem, Subject } from './problem.ts'
import type { AnyResource } from './resource.ts'

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
 * Finds every wrong declaration the compiler cannot see and reports all of them at once (the idea
 * of Django's system checks). An empty list means the model may be compiled.
 */
export function checkResources(resources: Readonly<Record<string, AnyResource>>): Problem[] {
  const all = Object.entries(resources).map(subjectOf)
  return all.flatMap((subject) =>
    [
      checkNames,
      checkFields,
      checkCharge,
      checkReferences,
      checkLifecycle,
      checkApprovals,
      checkScreens,
      checkDetail,
      checkLayouts,
      checkQueues,
      checkMetrics,
      checkSensitive,
      checkWorklists,
      checkTenantLabels,
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
