import { SelectField } from '#ui/SelectField.tsx'
import { Labelled } from '#ui/TextInput.tsx'
import { label as own } from '#ui/i18n.ts'
import { Segments } from '../../fields/inputs/Segments.tsx'
import { common, type InputProps } from '../../fields/inputs/types.ts'

/**
 * A choice of fixed values: side by side if all of them fit on a phone in the person's language,
 * otherwise a select.
 */
export const input = (props: InputProps<string>) => {
  const options = (props.field.options ?? []).map((o) => ({ value: o.value, label: own(o.label) }))
  const { label, description, required, error, id, name, disabled } = common(props)
  const few =
    options.length <= 4 &&
    options.map((o) => o.label).join('   ').length <= 40 &&
    (required || props.field.default !== undefined)
  if (few) {
    return (
      <Labelled
        id={id}
        group
        label={label}
        description={description}
        required={required}
        error={error}
      >
        <div>
          <Segments
            id={id}
            name={name}
            inputRef={props.inputRef}
            aria-labelledby={`${id}-label`}
            aria-required={required}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-error` : undefined}
            value={props.value ?? ''}
            onChange={props.onChange}
            onBlur={props.onBlur}
            disabled={disabled}
            options={options}
          />
        </div>
      </Labelled>
    )
  }
  return (
    <SelectField
      {...common(props)}
      ref={props.inputRef as never}
      value={props.value ?? ''}
      onChange={(e) => props.onChange(e.currentTarget.value || null)}
      data={[{ value: '', label: '—' }, ...options]}
    />
  )
}
