/** Buttons, and the look of a button for links. */
import type { ComponentProps } from 'react'
import css from './button.module.css'

/** How a button looks: by default filled, in the product's colour, and 36 px high. */
export interface ButtonLook {
  readonly variant?: 'filled' | 'default' | 'subtle'
  readonly tone?: 'neutral' | 'danger' | undefined
  /** 30, 26 or 22 px high. */
  readonly size?: 'small' | 'compact' | 'tiny' | undefined
  readonly fullWidth?: boolean
  readonly className?: string | undefined
}

const joined = (...classes: readonly (string | false | undefined)[]): string =>
  classes.filter(Boolean).join(' ')

/** Returns the classes of a button, for a link that looks like one. */
export const buttonClass = (look: ButtonLook = {}): string => {
  const { variant = 'filled', tone, size, fullWidth, className } = look
  return joined(
    css.button,
    css[variant],
    tone && css[tone],
    size && css[size],
    fullWidth && css.wide,
    className,
  )
}

/** How a button with an icon alone looks: 28 px by default, without border. */
export interface IconButtonLook {
  readonly variant?: 'default' | 'subtle'
  readonly tone?: 'neutral' | 'danger'
  /** Width and height in px. */
  readonly size?: 20 | 28 | 32 | 36
  readonly className?: string | undefined
}

const sizes = { 20: css.icon20, 28: undefined, 32: css.icon32, 36: css.icon36 }

/** Returns the classes of a button with an icon alone, for a link that looks like one. */
export const iconButtonClass = (look: IconButtonLook = {}): string => {
  const { variant = 'subtle', size = 28, className } = look
  const tone = look.tone ?? (variant === 'subtle' ? 'neutral' : undefined)
  return joined(buttonClass({ variant, tone }), css.icon, sizes[size], className)
}

interface Pressed {
  /** Waits for what its press began: busy, disabled, with a spinner in place of its words. */
  readonly loading?: boolean
}

const waiting = (loading: boolean | undefined) =>
  loading ? { 'aria-busy': true, 'data-loading': true, disabled: true } : {}

/** A button with words; an icon may come before them. */
export const Button = ({
  variant,
  tone,
  size,
  fullWidth,
  className,
  loading,
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonLook & Pressed) => (
  <button
    type={type}
    {...props}
    className={buttonClass({
      ...(variant ? { variant } : {}),
      ...(fullWidth ? { fullWidth } : {}),
      tone,
      size,
      className,
    })}
    {...waiting(loading)}
  />
)

/** A button with an icon alone; needs an `aria-label`. */
export const IconButton = ({
  variant,
  tone,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & IconButtonLook & { readonly 'aria-label': string }) => (
  <button type={type} {...props} className={iconButtonClass({ variant, tone, size, className })} />
)

/** Turns while something loads; `size` in px. Its surroundings say what loads. */
export const Spinner = ({ size }: { readonly size: number }) => (
  <span aria-hidden className={css.spinner} style={{ inlineSize: size, blockSize: size }} />
)
