import { useEffect, useMemo, useRef } from 'react'
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { Badge } from '#ui/Badge.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Menu } from '#ui/Menu.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { ResourceLink } from '../../links.tsx'
import { titleOf } from '../../recordActions.ts'
import { childrenOf, linesOf } from './branches.ts'
import type { LayoutProps } from './LayoutView.tsx'
import { Outcome } from './Outcome.tsx'
import { rearranged } from './positions.ts'
import { useAllRows } from './useAllRows.ts'
import { under, useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'
import css from './layouts.module.css'

const nobody: readonly RecordData[] = []
interface Place {
  readonly id: string
  readonly after: boolean
}

/**
 * Records in manual order, moved by a handle or by buttons. In a tree each branch has its own
 * order.
 */
export const Order = ({ list, menuOf, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const { resource, rights } = list
  const { order = '', tree } = resource.list.layouts ?? {}
  const field = fieldOf(resource, order)!
  const query = useMemo(() => {
    const { page: _, cursor: __, ...rest } = list.query
    return {
      ...rest,
      fields: [
        ...new Set([
          resource.title,
          order,
          ...(tree ? [tree] : []),
          ...(resource.states.length ? ['state'] : []),
        ]),
      ].filter((f) => list.allowed(resource, f)),
      sort: [{ field: order, descending: false }],
    }
  }, [list, resource, order, tree])
  const answer = useAllRows(resource, query)
  const { move, shown, outcome, say, isPending } = useMoves(list)
  const rows = shown(answer.data?.rows ?? nobody)
  const branches = useMemo(() => {
    const place = (row: RecordData) => Number(row[order] ?? 0)
    const sorted = [...rows].sort((a, b) => place(a) - place(b))
    if (!tree) return [{ parent: '', members: sorted }]
    const children = childrenOf(sorted, tree)
    // Branches one after the other, in tree order.
    return ['', ...linesOf(children, () => true).map((l) => l.row.id)].flatMap((parent) => {
      const members = children.get(parent)
      return members?.length ? [{ parent, members }] : []
    })
  }, [rows, tree, order])
  const may = rights.update && rights.writeField(order) && !list.trashed
  const refocus = useRef<string>(undefined)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A row moved within the page loses its button's focus.
    if (refocus.current) {
      root.current?.querySelector<HTMLElement>(`[data-move="${refocus.current}"]`)?.focus()
    }
    refocus.current = undefined
  }, [branches])

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
  if (answer.error && !answer.data) {
    return (
      <div className={css.surface}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    )
  }
  if (!answer.data) return <Loading />
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
            {members.map((row, i) => {
              const title = titleOf(resource, row)
              const state = resource.states.find((s) => s.value === row.state)
              const over =
                drag?.place?.id === row.id ? (drag.place.after ? 'after' : 'before') : undefined
              const step = (direction: 'up' | 'down', by: number) => {
                const end = i + by < 0 || i + by >= members.length
                const Icon = direction === 'up' ? IconArrowUp : IconArrowDown
                return (
                  <button
                    type="button"
                    className={css.dots}
                    data-move={`${row.id} ${direction}`}
                    aria-disabled={end}
                    aria-label={t(direction === 'up' ? 'layouts.up' : 'layouts.down', { title })}
                    onClick={() => {
                      if (end) return
                      refocus.current = `${row.id} ${direction}`
                      put(members, i, i + by)
                    }}
                  >
                    <Icon size={16} aria-hidden />
                  </button>
                )
              }
              return (
                <li
                  key={row.id}
                  className={css.orderRow}
                  data-drop={row.id}
                  data-over={over}
                  data-moving={
                    drag?.thing.members[drag.thing.from]?.id === row.id ||
                    isPending(row.id) ||
                    undefined
                  }
                >
                  {may ? (
                    <span
                      className={css.grip}
                      aria-hidden
                      onPointerDown={start({ members, from: i })}
                    >
                      <IconGripVertical size={16} />
                    </span>
                  ) : null}
                  <span className={css.place} aria-hidden>
                    {i + 1}
                  </span>
                  <span className={css.orderTitle}>
                    {rights.read && !list.trashed ? (
                      <ResourceLink
                        resource={resource}
                        target={{ page: 'detail', id: row.id }}
                        className={css.titleLink}
                      >
                        {title}
                      </ResourceLink>
                    ) : (
                      title
                    )}
                  </span>
                  {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
                  {may ? (
                    <>
                      {step('up', -1)}
                      {step('down', 1)}
                    </>
                  ) : null}
                  <Menu label={t('list.actionsFor', { title })} items={() => menuOf(row)}>
                    {(trigger) => (
                      <button
                        type="button"
                        {...trigger}
                        className={css.dots}
                        aria-label={t('list.actionsFor', { title })}
                      >
                        <IconDots size={16} aria-hidden />
                      </button>
                    )}
                  </Menu>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
      <div className={css.foot}>
        <div role="status">
          {t(answer.data.cut ? 'layouts.cut' : 'layouts.count', {
            count: rows.length,
            many: inSentence(resource.label.many),
          })}
        </div>
        <Outcome outcome={outcome} />
      </div>
    </div>
  )
}
