import { SelectField } from '#ui/SelectField.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { common, type InputProps } from '../../fields/inputs/types.ts'

/** Whole stars in a select; empty where none are given. */
export const RatingInput = (props: InputProps<number>) => {
  const { t } = useTranslation()
  const max = props.field.max ?? 5
  return (
    <SelectField
      {...common(props)}
      ref={props.inputRef as never}
      value={props.value === null ? '' : String(props.value)}
      onChange={(e) =>
        props.onChange(e.currentTarget.value === '' ? null : Number(e.currentTarget.value))
      }
      data={[
        { value: '', label: '—' },
        ...Array.from({ length: max + 1 }, (_, n) => ({
          value: String(n),
          label: n === 0 ? t('form.noStars') : '★'.repeat(n),
        })),
      ]}
    />
  )
}
