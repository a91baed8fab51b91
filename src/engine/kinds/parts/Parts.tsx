import type { FieldModel, Json } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import type { ValueProps } from '../types.ts'
import classes from '../../fields/FieldValue.module.css'

interface Props {
  readonly fields: readonly FieldModel[]
  readonly value: Record<string, Json>
  readonly draw: ValueProps['draw']
  /** Without the labels. */
  readonly bare?: boolean
}

/** The filled fields of a group. */
export const Parts = ({ fields, value, draw, bare }: Props) => (
  <span className={classes.parts}>
    {fields
      .filter((f) => value[f.name] !== null && value[f.name] !== undefined)
      .map((f) => (
        <span key={f.name}>
          {bare ? null : <span className={classes.part}>{label(f.label)} </span>}
          {draw(f, value[f.name])}
        </span>
      ))}
  </span>
)
