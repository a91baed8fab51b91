import classes from '../../fields/FieldValue.module.css'
import type { ValueKind } from '../types.ts'

/** JSON as text; focusable, so that a keyboard can scroll it. */
export const value: ValueKind = ({ value }) => (
  <pre className={classes.json} tabIndex={0}>
    {JSON.stringify(value, null, 1)}
  </pre>
)
