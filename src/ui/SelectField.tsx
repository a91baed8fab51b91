import { Select, type SelectProps } from './Select.tsx'
import { Labelled, useField, type FieldProps } from './TextInput.tsx'

/** A select with its label above it, and its description and error below. */
export const SelectField = (props: FieldProps<'select'> & Pick<SelectProps, 'data' | 'small'>) => {
  const { labelled, box, element } = useField<'select'>(props)
  return (
    <Labelled {...labelled}>
      <Select
        {...(element as object)}
        className={props.inputClassName}
        style={{ marginBlockEnd: box.above ? 4 : undefined }}
      />
    </Labelled>
  )
}
