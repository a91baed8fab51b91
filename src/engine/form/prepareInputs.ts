import type { FieldModel, ResourceModel } from '#model/types.ts'
import { inputs } from '../kinds/inputs.ts'

/** A slow connection shows the form with placeholders from then on. */
const PATIENCE_MS = 500

// Rows load their inputs with the first row.
const loads = (fields: readonly FieldModel[]): Promise<unknown>[] =>
  fields.flatMap((f) => [
    ...(inputs[f.kind]?.load ? [inputs[f.kind]!.load!()] : []),
    ...(f.kind === 'rows' ? [] : loads(f.fields ?? [])),
  ])

/**
 * Resolves once the code of a form's inputs is here, so that the form is drawn once, without
 * placeholders; but after half a second at the latest, and also without a connection.
 */
export const prepareInputs = ({
  form,
  fields,
}: Pick<ResourceModel, 'form' | 'fields'>): Promise<unknown> => {
  const shown = new Set(form.sections.flatMap((s) => s.fields))
  return Promise.race([
    Promise.allSettled(loads(fields.filter((f) => shown.has(f.name)))),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
}
