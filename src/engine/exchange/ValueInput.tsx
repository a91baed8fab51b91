import { useState } from 'react'
import { traits } from '#schemas/define/kinds.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { latinNumber } from '#ui/digits.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import css from './exchange.module.css'

interface ValueInputProps {
  /** Default: plain text. */
  readonly field: FieldModel | undefined
  readonly value: Json | undefined
  readonly onChange: (value: Json) => void
  readonly name: string
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/
const TEXT = new Set(['text', 'uuid', 'date', 'timestamptz'])

/**
 * Input for a fixed value of a field, by its kind; kinds without a simple input are typed as JSON.
 */
export const ValueInput = ({ field, value, onChange, name }: ValueInputProps) => {
  const { t } = useTranslation()
  const storage = field ? traits(field.kind).storage : 'text'
  if (field?.options && storage === 'text') {
    const known = field.options.some((o) => o.value === value)
    return (
      <Select
        aria-label={name}
        value={String(value ?? '')}
        onChange={(e) => onChange(e.currentTarget.value)}
        data={field.options.map((o) => ({ value: o.value, label: label(o.label) }))}
      >
        {known ? null : <option value={String(value ?? '')}>{String(value ?? '')}</option>}
      </Select>
    )
  }
  if (storage === 'boolean') {
    return (
      <Select
        aria-label={name}
        value={String(value === true)}
        onChange={(e) => onChange(e.currentTarget.value === 'true')}
      >
        <option value="true">{t('common.yes')}</option>
        <option value="false">{t('common.no')}</option>
      </Select>
    )
  }
  const isNumber = storage === 'integer' || storage === 'double'
  if (isNumber || (TEXT.has(storage) && typeof (value ?? '') !== 'object')) {
    return (
      <input
        className={css.input}
        aria-label={name}
        inputMode={isNumber ? 'decimal' : undefined}
        value={String(value ?? '')}
        onChange={({ currentTarget: { value: text } }) => {
          const plain = latinNumber(text.trim())
          onChange(isNumber && NUMBER.test(plain) ? Number(plain) : text)
        }}
      />
    )
  }
  return <JsonInput value={value} onChange={onChange} name={name} />
}

/** JSON as text; invalid JSON is kept here and does not change the value. */
const JsonInput = ({ value, onChange, name }: Omit<ValueInputProps, 'field'>) => {
  const { t } = useTranslation()
  const [text, setText] = useState(() => JSON.stringify(value ?? null))
  const [wrong, setWrong] = useState(false)
  const type = (next: string) => {
    setText(next)
    try {
      onChange(JSON.parse(next) as Json)
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return (
    <span className={css.json}>
      <textarea
        className={`${css.input} ${css.code}`}
        aria-label={name}
        aria-invalid={wrong}
        rows={Math.min(6, 1 + Math.floor(text.length / 48))}
        spellCheck={false}
        value={text}
        onChange={(e) => type(e.currentTarget.value)}
      />
      {wrong ? (
        <small role="alert" className={css.problem}>
          {t('exchange.notJson')}
        </small>
      ) : null}
    </span>
  )
}
