import { mappingSchema, type Mapping } from '#model/importMapping.ts'

/** Why a text is not a valid mapping; the message is shown to people. */
export type ReadMapping =
  | { readonly mapping: Mapping }
  | { readonly wrong: 'json' }
  | { readonly wrong: 'grammar'; readonly at: string }

/** A mapping as text, as saved in a file. */
export const mappingText = (mapping: Mapping): string => `${JSON.stringify(mapping, null, 2)}\n`

/** Reads a mapping from a file or the clipboard. */
export const readMapping = (text: string): ReadMapping => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { wrong: 'json' }
  }
  const parsed = mappingSchema.safeParse(given)
  return parsed.success
    ? { mapping: parsed.data }
    : { wrong: 'grammar', at: parsed.error.issues[0]?.path.join('.') ?? '' }
}
