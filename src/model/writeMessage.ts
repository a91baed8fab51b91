/** Writes messages for people in a language. The server and the pages share it. */
import { own } from '#schemas/define/own.ts'
import type { Param, Said } from '#schemas/define/message.ts'

/** How a language writes messages and their values. */
export interface Writing {
  /** The translation of an English text. */
  text(english: string): string
  label(english: string, inside?: boolean): string
  number(value: number): string
  day(value: string): string
  money(value: { readonly amount: number; readonly currency: string }): string
  /** Several values with commas; `and` before the last. */
  list(items: readonly string[], and?: boolean): string
}

const written = (value: Param, writing: Writing): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return writing.number(value)
  if ('list' in value) {
    return writing.list(
      value.list.map((one) => written(one, writing)),
      value.and,
    )
  }
  if ('text' in value) return write(value, writing)
  if ('day' in value) return writing.day(value.day)
  if (!('label' in value)) return writing.money(value)
  const label = writing.label(value.label, value.inside)
  return value.n === undefined ? label : `${writing.number(value.n)} ${label}`
}

/** Returns a message in a language; a value that is missing is left empty. */
export const write = (said: Said, writing: Writing): string =>
  typeof said === 'string'
    ? writing.text(said)
    : writing
        .text(said.text)
        .replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
          written(own(said.params, name) ?? '', writing),
        )

/** Reads `text` and `params` beside an English text; without them the message is that text. */
export const saidOf = (
  english: Said,
  { text, params }: { readonly text?: unknown; readonly params?: unknown },
): Said => (params ? ({ text, params } as Exclude<Said, string>) : english)
