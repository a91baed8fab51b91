import { memo, Suspense } from 'react'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { AnyFilterValue } from '../listSearch.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { Popup } from './Popup.tsx'
import type { ListSetup } from './useList.ts'
import css from './list.module.css'

const Words = lazyPart(async () => (await import('./FilterWords.tsx')).FilterWords)
const Editor = lazyPart(async () => (await import('./QuickEditor.tsx')).QuickEditor)

interface QuickFilterProps extends Pick<ListSetup, 'zone' | 'setSearch'> {
  readonly field: FieldModel
  /** What the list is filtered by. */
  readonly value: AnyFilterValue | undefined
}

/** What a quick filter of a list needs of it. */
export const quickFilterOf = (
  { search, zone, setSearch }: Pick<ListSetup, 'search' | 'zone' | 'setSearch'>,
  field: FieldModel,
): QuickFilterProps => ({
  field,
  value: search[field.name] as AnyFilterValue | undefined,
  zone,
  setSearch,
})

/**
 * One declared filter: a button that opens its editor. While active it shows its value and a button
 * to clear it.
 */
export const QuickFilter = memo(({ field, value, zone, setSearch }: QuickFilterProps) => {
  const { t } = useTranslation()
  const name = label(field.label)
  const set = (next: AnyFilterValue | undefined) => setSearch({ [field.name]: next })
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
                  <strong>
                    <Suspense fallback="…">
                      <Words field={field} value={value} zone={zone} />
                    </Suspense>
                  </strong>
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
})
