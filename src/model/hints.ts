/**
 * Hints of fields, apart from the model: only inputs show them, and the first list of a session has
 * none.
 */
import { own } from '#schemas/define/own.ts'
import type { FieldModel, Model } from './types.ts'

/** Hints by collection and path of the field. */
export type Hints = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Fields with their paths, those inside other fields too. */
const withPaths = (fields: readonly FieldModel[], at = ''): (readonly [string, FieldModel])[] =>
  fields.flatMap((field) => {
    const path = at + field.name
    return [
      [path, field] as const,
      ...withPaths(field.fields ?? [], `${path}.`),
      ...(field.variants ?? []).flatMap((v) => withPaths(v.fields, `${path}.${v.value}.`)),
    ]
  })

/** The hints of a model; derived fields have no inputs. */
export const hintsOf = ({ resources }: Model): Hints =>
  Object.fromEntries(
    resources.flatMap(({ collection, fields }) => {
      const hints = withPaths(fields).flatMap(([path, { hint, derived }]) =>
        hint === undefined || derived ? [] : [[path, hint]],
      )
      return hints.length ? [[collection, Object.fromEntries(hints) as Record<string, string>]] : []
    }),
  )

/** Puts hints into the fields of a model that came without them. */
export const giveHints = ({ resources }: Model, hints: Hints): void => {
  for (const { collection, fields } of resources) {
    const known = own(hints, collection)
    if (!known) continue
    for (const [path, field] of withPaths(fields)) {
      const hint = own(known, path)
      if (hint !== undefined) Object.assign(field, { hint })
    }
  }
}
