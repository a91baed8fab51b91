import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'
import { childrenOf, linesOf, type Line } from './branches.ts'
import { useAllRows } from './useAllRows.ts'
import { under } from './under.ts'
import { useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'

/** From this many rows on, all branches start collapsed. */
const MANY = 300
const nobody: readonly RecordData[] = []

/** All rows of the list in the order of the tree, without its page. */
const useTreeRows = ({ resource, query, allowed }: List, field: FieldModel) => {
  const order = resource.list.layouts?.order
  const asked = useMemo(() => {
    const { page: _, cursor: __, ...rest } = query
    const fields = [...(query.fields ?? []), field.name, ...(order ? [order] : [])]
    return {
      ...rest,
      fields: [...new Set(fields)].filter((f) => allowed(resource, f)),
      sort: [{ field: order ?? resource.title, descending: false }],
    }
  }, [query, allowed, field, order, resource])
  return useAllRows(resource, asked)
}

/** Which branches are expanded, and the lines to draw because of that. */
const useBranches = (rows: readonly RecordData[], field: FieldModel) => {
  const children = useMemo(() => childrenOf(rows, field.name), [rows, field])
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const usually = rows.length <= MANY
  const isOpen = (id: string) => toggled.has(id) !== usually
  const toggle = (id: string, open: boolean) => {
    if (isOpen(id) === open) return
    setToggled((old) => {
      const next = new Set(old)
      if (next.has(id)) next.delete(id)
      else next.add(id)
      return next
    })
  }
  return { lines: linesOf(children, isOpen), toggle }
}

/** Moves records under one another: `put` saves, `start` begins to drag a row. */
const useBranchMoves = (
  list: List,
  field: FieldModel,
  moves: ReturnType<typeof useMoves>,
  rows: readonly RecordData[],
  expand: (id: string) => void,
) => {
  const { t } = useTranslation()
  const { resource } = list
  const put = (row: RecordData, parent: string) => {
    if (String(row[field.name] ?? '') === parent || row.id === parent) return
    const above = rows.find((r) => r.id === parent)
    if (above) expand(parent)
    const title = titleOf(resource, row)
    void moves.move(
      [{ row, values: { [field.name]: parent || null } }],
      above
        ? t('layouts.movedUnder', { title, parent: titleOf(resource, above) })
        : t('layouts.movedTop', { title }),
    )
  }
  const { drag, start } = useDrag<RecordData, string>({
    placeAt: (row, at) => {
      const id = under(at, '[data-drop]')?.dataset.drop
      return id === row.id ? undefined : id
    },
    drop: put,
  })
  return { put, drag, start }
}

/** The focused row, and the keys of a tree grid that move it. */
const useTreeKeys = (
  lines: readonly Line[],
  toggle: (id: string, open: boolean) => void,
  onEnter: (row: RecordData) => void,
) => {
  const [current, setCurrent] = useState<string>()
  const body = useRef<HTMLTableSectionElement>(null)
  const go = (id: string | undefined) => {
    if (id === undefined) return
    setCurrent(id)
    body.current?.querySelector<HTMLElement>(`tr[data-drop="${id}"]`)?.focus()
  }
  const forward = (line: Line) => {
    if (line.open === false) toggle(line.row.id, true)
    else if (line.open) go(lines[lines.indexOf(line) + 1]?.row.id)
  }
  const back = (line: Line) => {
    if (line.open) toggle(line.row.id, false)
    else go(line.parent)
  }
  const onKey = (e: KeyboardEvent, line: Line) => {
    if (e.target !== e.currentTarget && !['ArrowUp', 'ArrowDown'].includes(e.key)) return
    const rtl = document.documentElement.dir === 'rtl'
    const at = lines.indexOf(line)
    const actions = new Map([
      ['ArrowDown', () => go(lines[at + 1]?.row.id)],
      ['ArrowUp', () => go(lines[at - 1]?.row.id)],
      ['Home', () => go(lines[0]?.row.id)],
      ['End', () => go(lines.at(-1)?.row.id)],
      [rtl ? 'ArrowLeft' : 'ArrowRight', () => forward(line)],
      [rtl ? 'ArrowRight' : 'ArrowLeft', () => back(line)],
      ['Enter', () => onEnter(line.row)],
    ])
    const action = actions.get(e.key)
    if (!action) return
    action()
    e.preventDefault()
    e.stopPropagation()
  }
  return {
    body,
    active: lines.some((l) => l.row.id === current) ? current : lines[0]?.row.id,
    setCurrent,
    onKey,
  }
}

/** Rows, lines, moves and keys of a tree whose parents `field` names. */
export const useTree = (list: List, field: FieldModel, onEnter: (row: RecordData) => void) => {
  const response = useTreeRows(list, field)
  const moves = useMoves(list)
  const rows = moves.shown(response.data?.rows ?? nobody)
  const { lines, toggle } = useBranches(rows, field)
  const { put, drag, start } = useBranchMoves(list, field, moves, rows, (id) => toggle(id, true))
  const { outcome, isPending } = moves
  const keys = useTreeKeys(lines, toggle, onEnter)
  return { response, rows, lines, toggle, put, drag, start, outcome, isPending, ...keys }
}
