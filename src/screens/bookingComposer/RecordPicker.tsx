import '#engine/fields/inputs/lists.css'
import { useEffect, useState } from 'react'
import { Combobox, useCombobox } from '@mantine/core'
import { TextInput } from '#ui/TextInput.tsx'
import { Spinner } from '#ui/Button.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from './composer.module.css'

const NEW = '+'

interface RecordPickerProps {
  readonly collection: string
  readonly label: string
  readonly placeholder?: string
  /** Id of the chosen record. */
  readonly value: string | undefined
  readonly error: string | undefined
  readonly focused?: boolean
  readonly onPick: (id: string) => void
  /** Offers to create a record with the typed text. */
  readonly create?: {
    readonly label: (typed: string) => string
    readonly run: (typed: string) => void
  }
}

/**
 * Search field for one record. Enter takes the first match once the results belong to what was
 * typed, and nothing before.
 */
export const RecordPicker = ({
  collection,
  label,
  placeholder,
  value,
  error,
  focused = false,
  onPick,
  create,
}: RecordPickerProps) => {
  const { t } = useTranslation()
  const list = useCombobox()
  const [typed, setTyped] = useState<string>()
  const text = typed?.trim() ?? ''
  const [search] = useDebouncedValue(text, 150)
  const chosen = useQuery(optionsQuery(collection, { ids: value ? [value] : [] }))
  const found = useQuery(optionsQuery(collection, search ? { search } : {}))
  const ready = search === text && !found.isFetching
  const options = ready ? (found.data ?? []) : []
  const offered = ready && create && text ? create.label(text) : undefined
  const title = value ? (chosen.data?.find((o) => o.id === value)?.title ?? '') : ''
  const { selectFirstOption, resetSelectedOption } = list
  const count = options.length + Number(offered !== undefined)
  useEffect(() => {
    if (text && count) selectFirstOption()
    else resetSelectedOption()
    // The functions of the list are new at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, count])
  const take = (id: string) => {
    if (id === NEW) create?.run(text)
    else onPick(id)
    setTyped(undefined)
    list.closeDropdown()
  }
  return (
    <Combobox store={list} withinPortal={false} floatingStrategy="fixed" onOptionSubmit={take}>
      <Combobox.Target>
        <TextInput
          label={label}
          required
          placeholder={placeholder ?? ''}
          autoComplete="off"
          error={error}
          value={typed ?? title}
          rightSection={found.isFetching && list.dropdownOpened ? <Spinner size={14} /> : null}
          {...(focused ? { 'data-autofocus': true } : {})}
          onClick={() => list.openDropdown()}
          onFocus={(e) => e.currentTarget.select()}
          onChange={(e) => {
            setTyped(e.currentTarget.value)
            list.openDropdown()
          }}
          onBlur={() => {
            list.closeDropdown()
            if (value) setTyped(undefined)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} className={css.options}>
          {options.map((o) => (
            <Combobox.Option key={o.id} value={o.id} selected={o.id === value}>
              <span>{o.title}</span>
              {o.subtitle ? <small className={css.subtitle}>{o.subtitle}</small> : null}
            </Combobox.Option>
          ))}
          {offered === undefined ? null : <Combobox.Option value={NEW}>{offered}</Combobox.Option>}
          {count ? null : (
            <Combobox.Empty>{t(ready ? 'form.nothingFound' : 'common.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
