import { useState } from 'react'

/**
 * Text someone is typing into an input whose value is not text. What was typed stays as it is while it
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
