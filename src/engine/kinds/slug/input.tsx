import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { InputProps } from '../../fields/inputs/types.ts'
import { LineInput } from '../parts/LineInput.tsx'

/** Lower-case words joined by hyphens: `Casa do Mar, Faro` → `casa-do-mar-faro`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)

/** A slug follows its source field until someone types into it. */
export const input = function SlugInput(props: InputProps<string>) {
  const { name, value, onChange } = props
  const from = props.field.from ?? name
  const form = useFormContext()
  const touched = useRef(Boolean(value))
  const follow = useEffectEvent((changed?: string) => {
    const [source, now] = form.getValues([from, name]) as (string | null)[]
    const proposal = slugOf(source ?? '') || null
    if ((now ?? null) === proposal) return
    // Values set at once, for example from a draft, may contain a custom slug.
    if (now && !changed) touched.current = true
    if (!touched.current) onChange(proposal)
  })
  // Subscribes to the form directly, so both fields render together.
  useEffect(() => {
    follow()
    return form.subscribe({
      name: from,
      formState: { values: true },
      callback: ({ name: changed }) => follow(changed),
    })
  }, [form, from])
  return (
    <LineInput
      {...props}
      spellCheck={false}
      onChange={(typed) => {
        touched.current = true
        onChange(typed)
      }}
    />
  )
}
