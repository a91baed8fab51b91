import { useMemo } from 'react'
import { useHolds } from '#data/me.ts'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { modelOf } from '../resource.ts'
import type { ListColumn } from './columns.ts'
import { relatedColumn } from './relatedColumns.ts'
import type { ListSetup } from './useList.ts'
import css from './panel.module.css'

interface Group {
  readonly label: string
  readonly columns: readonly ListColumn[]
}

/** Columns of the records that the list refers to, by reference, without those shown already. */
const useGroups = (
  { resource, allowed }: ListSetup,
  shown: readonly string[],
): readonly Group[] => {
  const holds = useHolds()
  return useMemo(() => {
    return resource.fields.flatMap((ref) => {
      const of = ref.kind === 'ref' && !ref.hidden ? modelOf(ref.ref ?? '') : undefined
      if (!of || !holds(`${of.entity}.list`)) return []
      const found = [...of.fields.filter((f) => !f.hidden).map((f) => f.name), 'createdAt']
        .map((name) => `${ref.name}.${name}`)
        .filter((name) => !shown.includes(name))
        .flatMap((name) => relatedColumn(resource, name, allowed) ?? [])
      return found.length ? [{ label: ref.label, columns: found }] : []
    })
  }, [resource, allowed, shown, holds])
}

/** Adds a column with a field of a referenced record, such as the e-mail address of the customer. */
export const RelatedChoice = ({
  list,
  shown,
  onChoose,
}: {
  readonly list: ListSetup
  /** Names of the columns that are shown. */
  readonly shown: readonly string[]
  readonly onChoose: (name: string) => void
}) => {
  const { t } = useTranslation()
  const groups = useGroups(list, shown)
  if (!groups.length) return null
  return (
    <fieldset className={css.set}>
      <legend>{t('list.relatedColumns')}</legend>
      <Select
        aria-label={t('list.addRelated')}
        value=""
        onChange={(e) => onChoose(e.currentTarget.value)}
      >
        <option value="" disabled>
          {t('list.addRelated')}
        </option>
        {groups.map((group) => (
          <optgroup key={group.label} label={label(group.label)}>
            {group.columns.map(({ name, of }) => (
              <option key={name} value={name}>
                {label(fieldOf(of!, name.split('.')[1]!)!.label)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </fieldset>
  )
}
