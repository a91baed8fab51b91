import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { common, type InputProps } from './types.ts'

const TYPES: Partial<Record<string, string>> = { email: 'email', phone: 'tel', url: 'url' }

/** One line of text; e-mail, phone and web addresses use the matching keyboard on a phone. */
export const LineInput = (props: InputProps<string>) => (
  <TextInput
    {...common(props)}
    ref={props.inputRef as never}
    type={TYPES[props.field.kind] ?? 'text'}
    inputMode={props.field.kind === 'url' ? 'url' : undefined}
    spellCheck={props.field.kind === 'slug' ? false : undefined}
    value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
    autoComplete="off"
  />
)

/** Multi-line text that grows with its content. */
export const LongTextInput = (props: InputProps<string>) => (
  <Textarea
    {...common(props)}
    ref={props.inputRef as never}
    autosize
    minRows={3}
    maxRows={16}
    value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
  />
)

/** A write-only text; a placeholder shows that a value is saved. */
export const SecretInput = (props: InputProps<string>) => (
  <TextInput
    {...common(props)}
    ref={props.inputRef as never}
    type="text"
    value={props.value ?? ''}
    placeholder="••••••••"
    autoComplete="off"
    spellCheck={false}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
  />
)

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
export const SlugInput = (props: InputProps<string>) => {
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
      onChange={(typed) => {
        touched.current = true
        onChange(typed)
      }}
    />
  )
}
