import { label } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import type { FieldModel } from '#model/types.ts'
import classes from './groups.module.css'

/** Name of a group or list; an asterisk marks a required one. */
export const Legend = ({ field }: { readonly field: FieldModel }) => (
  <legend className={classes.legend}>
    {label(field.label)}
    {field.required ? (
      <span aria-hidden className={classes.required}>
        {' '}
        *
      </span>
    ) : null}
  </legend>
)

/** Error of a whole group or list, shown beside the errors of its parts. */
export const GroupError = ({
  id,
  error,
}: {
  readonly id: string
  readonly error: string | undefined
}) =>
  error ? (
    <p id={id} className={`${texts.wrong} ${classes.error}`}>
      {error}
    </p>
  ) : null
