import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { appConfig } from '#data/config.ts'
import { useHolds } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import { MAX_ROWS } from '#model/bulk.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { emptyOf } from '../form/values.ts'
import { offer } from '../scopes.ts'
import { bulkFields } from './bulkFields.ts'
import { countRows, MAX_SELECTED } from './bulkSelection.ts'
import { eachRow } from './eachRow.ts'
import { exportSelection } from './runExport.ts'
import { SelectedDialog } from './SelectedDialog.tsx'
import { useBulk } from './useBulk.tsx'
import { useBulkMoves, type BulkMove } from './useBulkMoves.ts'
import { failed } from './useRowMenu.tsx'
import type { List } from './useList.ts'
import { buttonClass } from '#ui/Button.tsx'
import css from './bulk.module.css'

const plain = buttonClass({ variant: 'default', className: css.button })

/** The records of this list seen so far, by id: those of other pages and filters stay known. */
const useKnown = ({ rows }: List): ReadonlyMap<string, RecordData> => {
  const known = useRef(new Map<string, RecordData>())
  for (const row of rows) known.current.set(row.id, row)
  return known.current
}

/** Selects all records of the list's query, on all pages. */
const selectMatching = async (
  list: List,
  onCounting: (counting: boolean) => void,
): Promise<void> => {
  const { resource, query, trashed } = list
  const { filter, search } = query
  const of = { ...(filter ? { filter } : {}), ...(search ? { search } : {}), trashed }
  onCounting(true)
  try {
    const total = await countRows(resource, of)
    list.setMatching({ query: of, search: list.search, total, except: [] })
  } finally {
    onCounting(false)
  }
}

/** How many records are selected. */
const countOf = ({ matching, selection }: List): number =>
  matching ? matching.total - matching.except.length : Object.keys(selection).length

/** The same in words. */
const useCountText = (list: List): string => {
  const { t } = useTranslation()
  const { matching } = list
  const count = countOf(list)
  if (!matching) return t('list.selected', { count })
  return matching.except.length
    ? t('list.selectedExcept', { count, except: matching.except.length })
    : t('changes.allSelected', { count })
}

/** Says that more is selected, one by one or as all that match, than can be changed at once. */
const Limit = ({ ids, matching }: { readonly ids: boolean; readonly matching: boolean }) => {
  const { t } = useTranslation()
  if (!ids && !matching) return null
  return (
    <span className={css.hint}>
      {ids
        ? t('changes.tooMany', { count: MAX_SELECTED })
        : t('changes.tooManyMatch', { count: MAX_ROWS })}
    </span>
  )
}

/** What is selected: the number, where it is if not here, and how to select more. */
const Chosen = ({
  list,
  own,
  known,
  onCounting,
}: {
  readonly list: List
  readonly own: boolean
  readonly known: ReadonlyMap<string, RecordData>
  /** All matching records are being counted, or are selected now. */
  readonly onCounting: (counting: boolean) => void
}) => {
  const { t } = useTranslation()
  const countText = useCountText(list)
  const [open, setOpen] = useState(false)
  const { rows, selection, selected, matching, here } = list
  const ids = Object.keys(selection)
  const everyRow = rows.length > 0 && selected.length === rows.length
  const tooMany = !matching && ids.length > MAX_SELECTED
  const elsewhere = matching ? 0 : ids.length - selected.length
  const offersAll =
    own &&
    !(matching && here) &&
    (tooMany || (list.ownRows ? rows.length : list.total) > ids.length)
  return (
    <>
      <strong className={css.count} aria-live="polite">
        {countText}
      </strong>
      {elsewhere ? (
        <span className={css.hint}>{t('list.selectedElsewhere', { count: elsewhere })}</span>
      ) : null}
      {matching && !here ? (
        <button
          type="button"
          className={css.link}
          onClick={() => list.setSearch({ ...matching.search, page: undefined, after: undefined })}
        >
          {t('list.showMatching')}
        </button>
      ) : null}
      {matching ? null : (
        <button type="button" className={css.link} onClick={() => setOpen(true)}>
          {t('list.showSelected')}
        </button>
      )}
      {everyRow || matching || !rows.length ? null : (
        <button
          type="button"
          className={`${css.link} ${css.onPhone}`}
          onClick={() =>
            list.setSelection((old) => ({
              ...old,
              ...Object.fromEntries(rows.map((row) => [row.id, true as const])),
            }))
          }
        >
          {t('list.selectAll')}
        </button>
      )}
      {offersAll ? (
        <button
          type="button"
          className={everyRow || tooMany || list.ownRows ? css.link : `${css.link} ${css.onPhone}`}
          onClick={() => void selectMatching(list, onCounting).catch(failed)}
        >
          {list.totalIsExact && !list.ownRows
            ? t('changes.selectAll', { count: list.total })
            : t('changes.selectAllMatching')}
        </button>
      ) : null}
      <Limit ids={tooMany} matching={own && countOf(list) > MAX_ROWS} />
      {open ? <SelectedDialog list={list} known={known} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const whatOf = (move: BulkMove) =>
  move.kind === 'transition'
    ? ({ kind: 'transition', of: move.of } as const)
    : ({ kind: 'action', of: move.of } as const)

const run = (task: Promise<void>) => void task.catch(failed)

interface EntryParts {
  readonly moves: readonly BulkMove[]
  /** Exports the selected rows; undefined for who may not. */
  readonly exportRows: (() => void) | undefined
  readonly count: number
  readonly open: (move: BulkMove) => void
}

/** Entries of the bulk menu: the moves, then the export. */
const useEntries = ({ moves, exportRows, count, open }: EntryParts): readonly MenuEntry[] => {
  const { t } = useTranslation()
  const moveEntries = moves.map((move) => {
    const text = label(move.of.label)
    return {
      key: move.key,
      label:
        move.count === undefined ? text : t('list.bulkMove', { label: text, count: move.count }),
      onSelect: () => open(move),
    }
  })
  return exportRows
    ? [
        ...moveEntries,
        ...(moveEntries.length ? (['-'] as const) : []),
        {
          key: 'export',
          label: t('list.exportSelection', { count }),
          onSelect: exportRows,
        },
      ]
    : moveEntries
}

/** Tells that the selection of all records of another filter ended as rows were ticked. */
const useEndedNotice = ({ matching, here }: List, count: number): void => {
  const { t } = useTranslation()
  const before = useRef<number>(undefined)
  useEffect(() => {
    // Rows of another filter were ticked, which the person should not have to notice.
    if (before.current && !matching && count) {
      toast.info(t('list.otherEnded', { count: before.current }))
    }
    before.current = matching && !here ? count : undefined
  }, [matching, here, count, t])
}

interface RemoveProps {
  readonly list: List
  /** The records are in this server's database. */
  readonly own: boolean
  readonly open: ReturnType<typeof useBulk>['open']
}

/** Deletes the selected records; in the trash restores or purges them. */
const RemoveButtons = ({ list, own, open }: RemoveProps) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { rights, trashed } = list
  return (
    <>
      {trashed && rights.delete ? (
        <button
          type="button"
          className={plain}
          onClick={() => run(own ? open({ kind: 'restore' }) : eachRow(list, 'restore', client))}
        >
          {t('list.restore')}
        </button>
      ) : null}
      {(trashed ? rights.purge : rights.delete) ? (
        <button
          type="button"
          className={buttonClass({ variant: 'default', className: `${css.button} ${css.danger}` })}
          onClick={() => {
            const kind = trashed ? 'purge' : 'delete'
            run(own ? open({ kind }) : eachRow(list, kind, client))
          }}
        >
          {t(trashed ? 'list.purge' : 'list.delete')}
        </button>
      ) : null}
    </>
  )
}

/** Bulk changes of the selected rows, each previewed and executed by the server. */
export const BulkBar = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, rights, trashed, matching } = list
  const known = useKnown(list)
  const moves = useBulkMoves(list, known)
  const own = appConfig().documents?.[resource.collection] === undefined
  const fields = own ? bulkFields(list) : []
  const bulk = useBulk(list, fields)
  // Until it is known what is selected, the actions would change only the rows of the page.
  const [counting, setCounting] = useState(false)
  const count = countOf(list)
  // More can be exported, but not changed at once.
  const tooMany = count > (matching ? MAX_ROWS : MAX_SELECTED)
  const holds = useHolds()
  const exportRows =
    rights.export && own && !trashed ? () => run(exportSelection(list, count, holds)) : undefined
  const entries = useEntries({
    moves: own && !tooMany ? moves : [],
    exportRows,
    count,
    open: (move) => run(bulk.open(whatOf(move), move)),
  })
  const mayRemove = rights.delete && own && !trashed && !tooMany
  useEffect(() =>
    offer({
      selection: {
        count,
        moves: own && !tooMany && !counting ? moves : [],
        fields: tooMany || counting ? [] : fields,
        move: (move) => run(bulk.open(whatOf(move), move)),
        edit: (name) => {
          const field = fields.find((f) => f.name === name)
          run(bulk.open({ kind: 'edit' }, undefined, field ? { [field.name]: emptyOf(field) } : {}))
        },
        ...(mayRemove && !counting ? { remove: () => run(bulk.open({ kind: 'delete' })) } : {}),
        ...(exportRows && !counting ? { export: exportRows } : {}),
        clear: list.clearSelection,
      },
    }),
  )
  useEndedNotice(list, count)
  if (!count) return null
  return (
    <>
      <div className={css.bar} data-bulk="" role="region" aria-label={t('list.bulkActions')}>
        <Chosen list={list} own={own} known={known} onCounting={setCounting} />
        <fieldset className={css.actions} disabled={counting}>
          {fields.length && !tooMany ? (
            <button
              type="button"
              className={plain}
              onClick={() => run(bulk.open({ kind: 'edit' }))}
            >
              {t('list.edit')}
            </button>
          ) : null}
          {entries.length && (matching || !tooMany) ? (
            <Menu label={t('list.bulkActions')} items={entries}>
              {(trigger) => (
                <button type="button" {...trigger} className={plain}>
                  {t('common.actions')}
                </button>
              )}
            </Menu>
          ) : null}
          {tooMany ? null : <RemoveButtons list={list} own={own} open={bulk.open} />}
        </fieldset>
        <button
          type="button"
          className={css.icon}
          aria-label={t('list.clearSelection')}
          onClick={list.clearSelection}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
      {bulk.dialog}
    </>
  )
}
