import {
  useId,
  type ComponentProps,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'

/** Mantine's own classes, so that its sheet draws these inputs like those of its pickers. */
export const classes = {
  root: 'm_46b77525',
  label: 'm_8fdc1311',
  required: 'm_78a94662',
  description: 'm_fe47ce59',
  error: 'm_8f816625',
  wrapper: 'm_6c018570',
  input: 'm_8fb7ebe7',
  section: 'm_82577fc2',
} as const

type Size = 'xs' | 'sm'

interface Texts {
  readonly label?: ReactNode
  /** Below the input, so that inputs side by side align. */
  readonly description?: ReactNode
  /** `true` marks the input as wrong without a text. */
  readonly error?: ReactNode
}

const isText = (error: ReactNode): boolean => Boolean(error) && error !== true

/** Ids of the texts that describe the input `id`, for `aria-describedby`. */
export const describedBy = (id: string, { description, error }: Texts): string | undefined =>
  [isText(error) && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') ||
  undefined

interface LabelledProps extends Texts {
  /** Id of the input. */
  readonly id: string
  /** Marks the label with an asterisk. */
  readonly required?: boolean | undefined
  /** The label names a group, not one input. */
  readonly group?: boolean
  readonly size?: Size
  readonly ref?: Ref<HTMLDivElement> | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  readonly children: ReactNode
}

/** A double click selects nothing of a label. */
const keepSelection = (e: MouseEvent): void => {
  if (e.detail > 1) e.preventDefault()
}

/** An input with its label above it, and its description and error below. */
export const Labelled = (props: LabelledProps) => {
  const { id, label, description, error, required, group = false, size, children, ...root } = props
  const Name = group ? 'div' : 'label'
  return (
    <div
      {...root}
      className={`${classes.root} mantine-InputWrapper-root ${root.className ?? ''}`}
      data-size={size}
      data-error={error ? true : undefined}
    >
      {label ? (
        <Name
          id={`${id}-label`}
          className={`${classes.label} mantine-InputWrapper-label`}
          data-required={required || undefined}
          {...(group ? {} : { htmlFor: id, onMouseDown: keepSelection })}
        >
          {label}
          {required ? (
            <span aria-hidden className={classes.required}>
              {' *'}
            </span>
          ) : null}
        </Name>
      ) : null}
      {children}
      {description ? (
        <p
          id={`${id}-description`}
          className={`${classes.description} mantine-InputWrapper-description`}
        >
          {description}
        </p>
      ) : null}
      {isText(error) ? (
        <p id={`${id}-error`} className={`${classes.error} mantine-InputWrapper-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

const variables = {
  sm: { '--input-fz': 'var(--mantine-font-size-sm)' },
  xs: { '--input-fz': 'var(--mantine-font-size-xs)', '--input-height': 'var(--input-height-xs)' },
}

interface BoxProps {
  readonly size?: Size
  readonly error?: ReactNode
  readonly disabled?: boolean | undefined
  readonly multiline?: boolean
  /** A text follows below. */
  readonly above?: boolean
  readonly leftSection?: ReactNode
  readonly rightSection?: ReactNode
  /** In pixels, unless it is a text. */
  readonly rightSectionWidth?: number | 'auto' | undefined
  readonly children: ReactNode
}

const on = (flag: unknown): true | undefined => (flag ? true : undefined)

/** The box around an input, with what is beside its text. */
export const InputBox = (props: BoxProps) => {
  const { size = 'sm', leftSection, rightSection, rightSectionWidth: width } = props
  const style: Record<string, string> = {
    ...variables[size],
    ...(props.multiline ? { '--input-padding-y': `var(--input-padding-y-${size})` } : {}),
    ...(props.above ? { '--input-margin-bottom': 'calc(var(--mantine-spacing-xs) / 2)' } : {}),
    ...(width === undefined
      ? {}
      : { '--input-right-section-width': width === 'auto' ? width : `${width / 16}rem` }),
  }
  const section = (position: 'left' | 'right', content: ReactNode) =>
    content ? (
      <div data-position={position} className={`${classes.section} mantine-Input-section`}>
        {content}
      </div>
    ) : null
  return (
    <div
      className={`${classes.wrapper} mantine-Input-wrapper`}
      style={style}
      data-variant="default"
      data-size={size}
      data-error={on(props.error)}
      data-disabled={on(props.disabled)}
      data-multiline={on(props.multiline)}
      data-with-right-section={on(rightSection)}
      data-with-left-section={on(leftSection)}
    >
      {section('left', leftSection)}
      {props.children}
      {section('right', rightSection)}
    </div>
  )
}

/** Attributes of an input inside an `InputBox`. */
export const inside = (error: ReactNode, disabled: boolean | undefined, className = '') =>
  ({
    className: `${classes.input} mantine-Input-input ${className}`,
    'data-variant': 'default',
    'data-error': on(error),
    'data-disabled': on(disabled),
    'aria-invalid': on(error),
  }) as const

type Own = Texts &
  Omit<BoxProps, 'children' | 'above'> & {
    /** Marks the label; as `required` unless given. */
    readonly withAsterisk?: boolean
    readonly inputClassName?: string | undefined
    readonly inputStyle?: CSSProperties | undefined
    readonly wrapperRef?: Ref<HTMLDivElement>
  }
/** Props of an element, and of what is around it; `className` and `style` are of the whole. */
export type FieldProps<E extends 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<E>,
  keyof Own
> &
  Own

/** Splits the props of a field into those of the element and those around it. */
export const useField = <E extends 'input' | 'select' | 'textarea'>(props: FieldProps<E>) => {
  const {
    label,
    description,
    error,
    withAsterisk,
    className,
    style,
    inputClassName,
    inputStyle,
    wrapperRef,
    size,
    multiline,
    leftSection,
    rightSection,
    rightSectionWidth,
    ...rest
  } = props as FieldProps<'input'>
  const own = useId()
  const { id = own, required, disabled } = rest
  const texts = { label, description, error }
  const shared = size === undefined ? {} : { size }
  return {
    labelled: {
      ...texts,
      ...shared,
      id,
      required: withAsterisk ?? required,
      ref: wrapperRef,
      className,
      style,
    },
    box: {
      ...shared,
      error,
      disabled,
      multiline: multiline ?? false,
      above: Boolean(description) || isText(error),
      leftSection,
      rightSection,
      rightSectionWidth,
    },
    element: {
      'aria-describedby': describedBy(id, texts),
      ...rest,
      ...inside(error, disabled, inputClassName),
      id,
      style: inputStyle,
    },
  }
}

/** An input of one line. */
export const TextInput = (props: FieldProps<'input'>) => {
  const { labelled, box, element } = useField(props)
  return (
    <Labelled {...labelled}>
      <InputBox {...box}>
        <input {...element} />
      </InputBox>
    </Labelled>
  )
}
