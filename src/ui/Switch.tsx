import { useId, type ComponentProps, type ReactNode } from 'react'
import css from './switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly label: ReactNode
  readonly description?: ReactNode
  /** What is wrong, or whether something is. */
  readonly error?: ReactNode
}

/**
 * A checkbox that reads and looks like a switch. Hint and error describe it and are not part of its
 * name; their ids are its own with `-description` and `-error`.
 */
export const Switch = ({ label, description, error, id: given, ...input }: SwitchProps) => {
  const own = useId()
  const id = given ?? own
  const text = error !== true && error
  const described = [description && `${id}-description`, text && `${id}-error`].filter(Boolean)
  return (
    <div className={css.switch} data-switch>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        aria-invalid={error ? true : undefined}
        aria-describedby={described.join(' ') || undefined}
      />
      <div className={css.words} data-switch-words>
        <label htmlFor={id}>{label}</label>
        {description ? (
          <p id={`${id}-description`} className={css.hint}>
            {description}
          </p>
        ) : null}
        {text ? (
          <p id={`${id}-error`} className={css.error}>
            {text}
          </p>
        ) : null}
      </div>
    </div>
  )
}
