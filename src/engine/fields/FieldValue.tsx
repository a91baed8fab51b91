import { useTranslation } from '#ui/i18n.ts'
import type { Included } from '#data/types.ts'
import { maskIn } from '#model/masked.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { values } from '../kinds/values.ts'
import { useTimeZone } from '../person.ts'
import { formatOf } from './format.ts'
import classes from './FieldValue.module.css'

interface FieldValueProps {
  readonly field: FieldModel
  readonly value: Json | undefined
  /** Titles of referenced records; requested from the server if absent. */
  readonly included?: Included | undefined
}

const isNothing = (value: Json | undefined): value is null | undefined =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Read-only value of any kind: text, badge, link, pictures, child rows. */
export const FieldValue = ({ field, value, included }: FieldValueProps) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  if (isNothing(value)) return <Blank />
  const text = formatOf(field, i18n.language, zone)(value)
  if (maskIn(field, value) !== undefined) return <>{text}</>
  const Value = values[field.kind]
  return (
    <Value
      {...{ field, value, text, included }}
      draw={(part, inner) => <FieldValue field={part} value={inner} included={included} />}
    />
  )
}

const Blank = () => (
  <span className={classes.empty} aria-hidden>
    —
  </span>
)
