import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconX } from '@tabler/icons-react'
import { optionsQuery } from '#data/queries.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { AnyFilterValue } from '../listSearch.ts'
import { lazyPart } from './lazyPart.tsx'
import { Popup } from './Popup.tsx'
import { idsAmong } from './me.ts'
import { inWords } from './quickValue.ts'
import type { List } from './useList.ts'
import css from './list.module.css'

const Editor = lazyPart(async () => (await import('./QuickEditor.tsx')).QuickEditor)

/** Titles of the records in a reference filter. */
const useTitles = (
  field: FieldModel,
  value: AnyFilterValue | undefined,
): ReadonlyMap<string, string> => {
  const isRef = field.kind === 'ref' || field.kind === 'refs'
  const ids = useMemo(
    () => (isRef && value !== undefined ? idsAmong([value].flat() as string[]) : []),
    [isRef, value],
  )
  const { data } = useQuery({ ...optionsQuery(field.ref ?? '', { ids }), enabled: ids.length > 0 })
  return useMemo(() => new Map(data?.map((o) => [o.id, o.title])), [data])
}

/**
 * One declared filter: a button that opens its editor. While active it shows its value and a button
 * to clear it.
 */
export const QuickFilter = ({
  list,
  field,
}: {
  readonly list: List
  readonly field: FieldModel
}) => {
  const { t, i18n } = useTranslation()
  const value = list.search[field.name] as AnyFilterValue | undefined
  const titles = useTitles(field, value)
  const name = label(field.label)
  const set = (next: AnyFilterValue | undefined) => list.setSearch({ [field.name]: next })
  const words = value === undefined ? '' : inWords(field, value, i18n.language, list.zone, titles)
  return (
    <span className={`${css.chip} ${value === undefined ? '' : css.on}`}>
      <Popup
        label={t('list.filterBy', { label: name })}
        trigger={(p) => (
          <button
            type="button"
            {...p}
            className={css.chipButton}
            onPointerEnter={Editor.preload}
            onFocus={Editor.preload}
          >
            {value === undefined ? <IconPlus size={14} aria-hidden /> : null}
            <span className={css.chipText}>
              {name}
              {value === undefined ? null : (
                <>
                  <span className={css.chipColon}>: </span>
                  <strong>{words}</strong>
                </>
              )}
            </span>
          </button>
        )}
      >
        {(close) => <Editor field={field} value={value} onChange={set} onClose={close} />}
      </Popup>
      {value === undefined ? null : (
        <button
          type="button"
          className={css.chipRemove}
          aria-label={t('list.removeFilter', { label: name })}
          onClick={() => set(undefined)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}
