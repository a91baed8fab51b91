/** Messages for people: an English template, which is the key of its translations, and its values. */

/**
 * One value of a message: a number, a name as it is, a day (`2026-12-01`), an amount in minor units, a
 * label of the schemas (translated; `inside` a sentence English writes it in lower case; `n` counts
 * what it names), or a message.
 */
type Value =
  | string
  | number
  | { readonly day: string }
  | { readonly amount: number; readonly currency: string }
  | { readonly label: string; readonly inside?: true; readonly n?: number }
  | Message

/** A value of a message, or several with commas between them; with `and` before the last. */
export type Param = Value | { readonly list: Value[]; readonly and?: true }

export type Params = Readonly<Record<string, Param>>

/** A message with values. One without values is its English text alone. */
export type Message = {
  readonly text: string
  readonly params: Params
}

/** A message for people, in the `problems` catalogues by its English text. */
export type Said = string | Message

type Holes<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Holes<Rest>
  : never

/** A message with values: `say('At most {{n}} characters', { n: 60 })`. */
export const say = <const T extends string>(
  text: T,
  params: { readonly [K in Holes<T>]: Param },
): Message => ({ text, params })

/** A label inside a sentence: `Hotel` → `hotel`. */
export const inside = (label: string): Value => ({ label, inside: true })

/** A number of records inside a sentence, by the label of one or of many: `2 hotels`. */
export const counted = (
  n: number,
  { one, many }: { readonly one: string; readonly many: string },
): Value => ({ label: n === 1 ? one : many, inside: true, n })
