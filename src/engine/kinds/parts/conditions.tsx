/** Values of a condition in the filter builder that are chosen instead of typed. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import { takesList } from '#model/filterValue.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { idsAmong, takesMe } from '../../list/me.ts'
import { useDebounced } from '../../list/useDebounced.ts'
import type { ConditionProps } from '../types.ts'
import css from '../../list/panel.module.css'

/** Search select for records: one, or several with checkboxes. */
export const ReferenceCondition = ({ field, condition, onValues }: ConditionProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const many = takesList(condition.op)
  const known = useQuery({
    ...optionsQuery(field.ref ?? '', { ids: idsAmong(condition.values) }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...optionsQuery(field.ref ?? '', search ? { search } : {}),
    placeholderData: keepPreviousData,
  })
  const records = [
    ...new Map([...(known.data ?? []), ...(found.data ?? [])].map((o) => [o.id, o])).values(),
  ].filter((o) => condition.values.includes(o.id) || found.data?.includes(o))
  const options =
    takesMe(field) && !search ? [{ id: ME, title: t('list.me') }, ...records] : records
  const toggle = (id: string, on: boolean) => {
    const others = many ? condition.values.filter((v) => v !== id) : []
    onValues(on ? [...others, id] : others)
  }
  return (
    <div className={css.value}>
      <input
        type="search"
        className={css.input}
        value={typed}
        placeholder={t('list.find')}
        aria-label={t('list.find')}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
      <div className={css.choices} data-small="">
        {options.map((o) => (
          <label key={o.id} className={css.choice}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={`value-${condition.id}`}
              checked={condition.values.includes(o.id)}
              onChange={(e) => toggle(o.id, e.currentTarget.checked)}
            />
            <span className={css.choiceText}>{o.title}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

/** One choice of a select. */
export interface Option {
  readonly value: string
  readonly text: string
}

interface OneOfProps {
  readonly options: readonly Option[]
  readonly value: string
  readonly onValues: (values: readonly string[]) => void
}

/** A select of one value. */
export const OneOf = ({ options, value, onValues }: OneOfProps) => {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('list.value')}
      value={value}
      onChange={(e) => onValues(e.currentTarget.value ? [e.currentTarget.value] : [])}
      data={options.map((o) => ({ value: o.value, label: o.text }))}
    >
      <option value="" />
    </Select>
  )
}

/** Yes or no. */
export const YesNoCondition = ({ condition, onValues }: ConditionProps) => {
  const { t } = useTranslation()
  const options = [
    { value: 'true', text: t('common.yes') },
    { value: 'false', text: t('common.no') },
  ]
  return <OneOf options={options} value={condition.values[0] ?? ''} onValues={onValues} />
}
