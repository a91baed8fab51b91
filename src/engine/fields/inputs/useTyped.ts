import { useState } from 'react'

/**
 * Keeps the text typed into an input whose value is not text. The text stays as typed while it
 * means the current value; a value set from outside replaces it.
 */
export const useTyped = <V>(
  value: V,
  show: (value: V) => string,
  read: (text: string) => V,
): [string, (text: string) => V] => {
  const [text, setText] = useState(() => show(value))
  const shown =
    Object.is(read(text), value) || show(read(text)) === show(value) ? text : show(value)
  return [
    shown,
    (next) => {
      setText(next)
      return read(next)
    },
  ]
}
