import { fileURLToPath } from 'node:url'
import { checkResources, formatProblems } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { compact, inputsOf, type Inputs } from '#model/compact.ts'
import { hintsOf, type Hints } from '#model/hints.ts'
import { pageLayoutsOf, type PageLayouts } from '#model/pageLayouts.ts'
import { tenantWordsOf, type TenantWords } from '#model/tenantWords.ts'
import { untranslated } from './untranslated.ts'

const labels = fileURLToPath(new URL('../../../schemas/labels', import.meta.url))

/**
 * What a build reads from `schemas/`: the compact model, or why there is none. Errors and warnings
 * are formatted for a terminal.
 */
export interface Declared {
  readonly model?: unknown
  readonly layouts?: PageLayouts
  readonly inputs?: Inputs
  readonly hints?: Hints
  readonly tenantWords?: TenantWords
  readonly errors?: string
  readonly warnings?: string
}

const text = (level: 'error' | 'warning', problems = checkResources(resources)) =>
  formatProblems(problems.filter((p) => p.level === level))

/** Checks and compiles the schemas as they are now. */
export function declared(): Declared {
  const errors = text('error')
  const model = errors ? undefined : compileModel(resources)
  const warnings = [text('warning'), ...(model ? untranslated(model, labels) : [])]
    .filter(Boolean)
    .join('\n')
  return {
    ...(model
      ? {
          model: compact(model),
          layouts: pageLayoutsOf(model),
          inputs: inputsOf(model),
          hints: hintsOf(model),
          tenantWords: tenantWordsOf(model),
        }
      : { errors }),
    ...(warnings ? { warnings } : {}),
  }
}
