import { useEffect, useMemo, useRef } from 'react'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { titleOf } from '../../recordActions.ts'
import { childrenOf, linesOf } from './branches.ts'
import { LayoutFoot } from './LayoutFoot.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { OrderRow } from './OrderRow.tsx'
import { rearranged } from './positions.ts'
import { useAllRows } from './useAllRows.ts'
import { under } from './under.ts'
import { useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'
import css from './layouts.module.css'

const nobody: readonly RecordData[] = []
interface Place {
  readonly id: string
  readonly after: boolean
}

/** The list's query for all rows in manual order, without the page. */
const useOrderQuery = (
  { resource, allowed, query }: LayoutProps['list'],
  order: string,
  tree: string | undefined,
) =>
  useMemo(() => {
    const { page: _, cursor: __, ...rest } = query
    const fields = [
      resource.title,
      order,
      ...(tree ? [tree] : []),
      ...(resource.states.length ? ['state'] : []),
    ]
    return {
      ...rest,
      fields: [...new Set(fields)].filter((f) => allowed(resource, f)),
      sort: [{ field: order, descending: false }],
    }
  }, [query, allowed, resource, order, tree])

interface Branch {
  /** Id of the parent record; empty for the top level. */
  readonly parent: string
  readonly members: readonly RecordData[]
}

/** Sorts the rows by position; in a tree, one branch after the other in tree order. */
const useBranches = (
  rows: readonly RecordData[],
  order: string,
  tree: string | undefined,
): readonly Branch[] =>
  useMemo(() => {
    const place = (row: RecordData) => Number(row[order] ?? 0)
    const sorted = [...rows].sort((a, b) => place(a) - place(b))
    if (!tree) return [{ parent: '', members: sorted }]
    const children = childrenOf(sorted, tree)
    return ['', ...linesOf(children, () => true).map((l) => l.row.id)].flatMap((parent) => {
      const members = children.get(parent)
      return members?.length ? [{ parent, members }] : []
    })
  }, [rows, tree, order])

/** Focuses the button named in `refocus` again, after its row moved within the page. */
const useKeptFocus = (branches: readonly Branch[]) => {
  const refocus = useRef<string>(undefined)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refocus.current) {
      root.current?.querySelector<HTMLElement>(`[data-move="${refocus.current}"]`)?.focus()
    }
    refocus.current = undefined
  }, [branches])
  return { root, refocus }
}

/** Moves rows within their branch: by dragging, or to a position. */
const useReordering = (
  { resource }: LayoutProps['list'],
  order: string,
  { move, say }: Pick<ReturnType<typeof useMoves>, 'move' | 'say'>,
) => {
  const { t } = useTranslation()
  const field = fieldOf(resource, order)!
  const put = (members: readonly RecordData[], from: number, to: number) => {
    const row = members[from]
    if (!row || to < 0 || to >= members.length || from === to) return
    const changes = rearranged(
      members.map((r) => ({ id: r.id, position: Number(r[order] ?? 0) })),
      from,
      to,
      { min: field.min ?? 0, max: field.max ?? 1_000_000 },
    )
    if (!changes) return say(t('layouts.noRoom'), true)
    const byId = new Map(members.map((r) => [r.id, r]))
    void move(
      changes.map(({ id, position }) => ({ row: byId.get(id)!, values: { [order]: position } })),
      t('layouts.movedTo', { title: titleOf(resource, row), place: to + 1, of: members.length }),
    )
  }
  const { drag, start } = useDrag<
    { readonly members: readonly RecordData[]; readonly from: number },
    Place
  >({
    placeAt: ({ members, from }, at) => {
      const element = under(at, '[data-drop]')
      const id = element?.dataset.drop
      if (!element || !id || !members.some((r) => r.id === id) || members[from]?.id === id) {
        return undefined
      }
      const box = element.getBoundingClientRect()
      return { id, after: at.y > box.top + box.height / 2 }
    },
    drop: ({ members, from }, { id, after }) => {
      const at = members.findIndex((r) => r.id === id) + (after ? 1 : 0)
      put(members, from, at > from ? at - 1 : at)
    },
  })
  const sideOf = (id: string) => {
    if (drag?.place?.id !== id) return undefined
    return drag.place.after ? 'after' : 'before'
  }
  return { put, drag, start, sideOf }
}

/**
 * Records in manual order, moved by a handle or by buttons. In a tree each branch has its own
 * order.
 */
export const Order = ({ list, menuOf, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const { resource, rights } = list
  const { order = '', tree } = resource.list.layouts ?? {}
  const query = useOrderQuery(list, order, tree)
  const response = useAllRows(resource, query)
  const moves = useMoves(list)
  const { shown, outcome, isPending } = moves
  const rows = shown(response.data?.rows ?? nobody)
  const branches = useBranches(rows, order, tree)
  const may = rights.update && rights.writeField(order) && !list.trashed
  const { root, refocus } = useKeptFocus(branches)

  const { put, drag, start, sideOf } = useReordering(list, order, moves)
  if (response.error && !response.data) {
    return (
      <div className={css.surface}>
        <ErrorState error={response.error} onRetry={() => void response.refetch()} />
      </div>
    )
  }
  if (!response.data) return <Loading shape="order" />
  if (!rows.length) return <div className={css.surface}>{nothing}</div>
  const titles = new Map(rows.map((r) => [r.id, titleOf(resource, r)]))
  return (
    <div ref={root} className={css.stack}>
      {branches.map(({ parent, members }) => (
        <section key={parent} className={css.surface}>
          {branches.length > 1 ? (
            <h2 className={css.branch}>{parent ? titles.get(parent) : t('layouts.topLevel')}</h2>
          ) : null}
          <ol
            className={css.order}
            aria-label={parent ? titles.get(parent) : label(resource.label.many)}
          >
            {members.map((row, i) => (
              <OrderRow
                key={row.id}
                list={list}
                menuOf={menuOf}
                row={row}
                index={i}
                count={members.length}
                movable={may}
                over={sideOf(row.id)}
                moving={drag?.thing.members[drag.thing.from]?.id === row.id || isPending(row.id)}
                onGrip={start({ members, from: i })}
                onStep={(direction) => {
                  refocus.current = `${row.id} ${direction}`
                  put(members, i, direction === 'up' ? i - 1 : i + 1)
                }}
              />
            ))}
          </ol>
        </section>
      ))}
      <LayoutFoot
        resource={resource}
        count={rows.length}
        cut={response.data.cut}
        outcome={outcome}
      />
    </div>
  )
}
