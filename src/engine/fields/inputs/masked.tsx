import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { maskIn } from '#model/masked.ts'
import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { common, type InputProps } from './types.ts'
import css from './masked.module.css'

/**
 * Input of a sensitive field. It shows the mask until the person replaces the value, without seeing
 * it; the mask itself is never sent. Emptied after that, the value is removed.
 */
export const MaskedInput = ({
  input: Input,
  ...props
}: InputProps<never> & { readonly input: ComponentType<InputProps<never>> }) => {
  const { t } = useTranslation()
  const { field, name, onChange } = props
  const value: Json = props.value
  const mask = maskIn(field, value)
  const [saved, setSaved] = useState<Json>(mask === undefined ? null : value)
  // After a conflict the form starts again from another mask.
  if (mask !== undefined && value !== saved) setSaved(value)
  const opened = useRef(false)
  useEffect(() => {
    if (mask !== undefined || !opened.current) return
    opened.current = false
    document.getElementById(`field-${name}`)?.focus()
  }, [mask, name])
  if (mask !== undefined) {
    return (
      <TextInput
        {...common(props)}
        ref={props.inputRef as never}
        readOnly
        value={mask}
        rightSectionWidth="auto"
        rightSection={
          <Button
            size="compact"
            variant="subtle"
            onClick={() => {
              opened.current = true
              onChange(null)
            }}
          >
            {t('form.replace')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={css.masked}>
      <Input {...props} />
      {saved === null ? null : (
        <Button size="compact" variant="subtle" onClick={() => onChange(saved)}>
          {t('form.keepSaved')}
        </Button>
      )}
    </div>
  )
}
