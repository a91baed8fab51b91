import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { common, type InputProps } from './types.ts'

const TYPES: Partial<Record<string, string>> = { email: 'email', phone: 'tel', url: 'url' }

/** One line of text; e-mail, phone and web addresses bring up their keyboard on a phone. */
export const LineInput = (props: InputProps<string>) => (
  <TextInput {...common(props)} ref={props.inputRef as never} type={TYPES[props.field.kind] ?? 'text'} inputMode={props.field.kind === 'url' ? 'url' : undefined}
    value={props.value ?? ''} onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)} autoComplete="off" />
)

/** Several lines, growing with the text. */
export const LongTextInput = (props: InputProps<string>) => (
  <Textarea {...common(props)} ref={props.inputRef as never} autosize minRows={3} maxRows={16} value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)} />
)

/** A text that is written and never read back; a saved one stands as a placeholder. */
export const SecretInput = (props: InputProps<string>) => (
  <TextInput {...common(props)} ref={props.inputRef as never} type="text" value={props.value ?? ''} placeholder="••••••••" autoComplete="off" spellCheck={false}
    onChange={(e) => props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)} />
)

/** Lower-case words joined by hyphens: `Casa do Mar, Faro` → `casa-do-mar-faro`. */
export const slugOf = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 120)

/** A slug follows the field it is made from until someone types into it. */
export const SlugInput = (props: InputProps<string>) => {
  const touched = useRef(Boolean(props.value))
  const source: unknown = useWatch({ name: props.field.from ?? props.name })
  const proposal = typeof source === 'string' && props.field.from ? slugOf(source) || null : null
  const current = touched.current ? props.value : proposal
  const { onChange, value } = props
  useEffect(() => { if (!touched.current && proposal !== value) onChange(proposal) }, [proposal, value, onChange])
  return (
    <TextInput {...common(props)} ref={props.inputRef as never} value={current ?? ''} autoComplete="off" spellCheck={false}
      onChange={(e) => { touched.current = true; props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value) }} />
  )
}
