/** Inputs of the dialog of an export. */
import type { ReactNode } from 'react'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import type { FieldModel } from '#model/types.ts'
import { exportFiles, placesIn, type Children, type ExportFile } from './exportChoice.ts'
import css from './panel.module.css'

/** A choice of `Radios`. */
export interface Option<T extends string> {
  readonly value: T
  readonly text: string
}

/** One of several choices. */
export const Radios = <T extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  readonly legend: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
}) => (
  <fieldset className={css.set}>
    <legend>{legend}</legend>
    {options.map((option) => (
      <label key={option.value} className={css.choice}>
        <input
          type="radio"
          name={legend}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
        <span className={css.choiceText}>{option.text}</span>
      </label>
    ))}
  </fieldset>
)

/** A choice that is on or off. */
export const Check = ({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) => (
  <label className={css.choice}>
    <input type="checkbox" checked={checked} onChange={(e) => onChange(e.currentTarget.checked)} />
    <span className={css.choiceText}>{children}</span>
  </label>
)

/** The kind of file. */
export const FileChoice = ({
  file,
  onChange,
}: {
  readonly file: ExportFile
  readonly onChange: (file: ExportFile) => void
}) => {
  const { t } = useTranslation()
  return (
    <fieldset className={css.set}>
      <legend>{t('list.exportFile')}</legend>
      <div className={css.segments}>
        {exportFiles.map((one) => (
          <label key={one} className={css.segment}>
            <input
              type="radio"
              name="file"
              checked={file === one}
              onChange={() => onChange(one)}
              {...(file === one ? { 'data-autofocus': true } : {})}
            />
            <span>{t(`list.exportAs.${one}`)}</span>
          </label>
        ))}
      </div>
      <p className={css.note}>{t(`list.exportHint.${file === 'exact' ? 'exact' : 'people'}`)}</p>
    </fieldset>
  )
}

/** Which columns. */
export const ColumnChoice = ({
  fields,
  chosen,
  onChange,
}: {
  readonly fields: readonly FieldModel[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.choices} data-small role="group" aria-label={t('list.exportColumns')}>
      {fields.map(({ name, label: text }) => (
        <Check
          key={name}
          checked={chosen.includes(name)}
          onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((n) => n !== name))}
        >
          {label(text)}
        </Check>
      ))}
    </div>
  )
}

/** Where child rows are placed. */
export const ChildChoice = ({
  fields,
  file,
  place,
  onChange,
}: {
  readonly fields: readonly FieldModel[]
  readonly file: ExportFile
  readonly place: Children
  readonly onChange: (place: Children) => void
}) => {
  const { t } = useTranslation()
  return (
    <label className={css.field}>
      {fields.map((f) => label(f.label)).join(', ')}
      <Select
        value={place}
        onChange={(e) =>
          onChange(placesIn(file).find((p) => p === e.currentTarget.value) ?? 'none')
        }
        data={placesIn(file).map((p) => ({ value: p, label: t(`list.exportChildren.${p}`) }))}
      />
    </label>
  )
}
