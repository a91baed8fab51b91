import classes from '../../fields/FieldValue.module.css'
import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ text }) => <p className={classes.long}>{text}</p>
