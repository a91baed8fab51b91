import { useState } from 'react'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useGoTo } from '../../links.tsx'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { LayoutFoot } from './LayoutFoot.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { TreeRow } from './TreeRow.tsx'
import { useTree } from './useTree.ts'
import css from './layouts.module.css'

const FACTS = 4

const TreeHead = ({ list, facts }: { readonly list: List; readonly facts: List['columns'] }) => {
  const { t } = useTranslation()
  const { resource } = list
  return (
    <thead>
      <tr role="row">
        <th role="columnheader" scope="col" className={css.nameColumn}>
          {label(fieldOf(resource, resource.title)?.label ?? '')}
        </th>
        {facts.map((c) => (
          <th key={c.name} role="columnheader" scope="col" className={c.end ? css.end : css.fact}>
            {label(c.field.label)}
          </th>
        ))}
        <th role="columnheader" scope="col" className={css.menuColumn}>
          <span className="visually-hidden">{t('common.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Returns the menu entries that move a record without dragging. */
const useTreeMoves = (
  field: FieldModel,
  ask: (row: RecordData) => void,
  put: ReturnType<typeof useTree>['put'],
) => {
  const { t } = useTranslation()
  return (row: RecordData): readonly MenuEntry[] => [
    { key: 'under', label: t('layouts.moveUnder'), onSelect: () => ask(row) },
    ...(row[field.name]
      ? [{ key: 'top', label: t('layouts.moveTop'), onSelect: () => put(row, '') }]
      : []),
    '-',
  ]
}

/** The records as a tree: expandable, moved under one another by dragging or by their menu. */
export const Tree = ({ list, menuOf, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const { resource, rights } = list
  const field = fieldOf(resource, resource.list.layouts?.tree ?? '')!
  const goTo = useGoTo()
  const tree = useTree(list, field, ({ id }) => {
    if (rights.read) void goTo(resource, { page: 'detail', id })
  })
  const { response, drag } = tree
  const [asking, setAsking] = useState<RecordData>()
  const movable = rights.update && rights.writeField(field.name) && !list.trashed
  const facts = list.columns.filter((c) => !c.title && c.name !== field.name).slice(0, FACTS)
  const movesOf = useTreeMoves(field, setAsking, tree.put)
  const entriesOf = (row: RecordData): readonly MenuEntry[] => [
    ...(movable ? movesOf(row) : []),
    ...menuOf(row),
  ]
  if (response.error && !response.data) {
    return (
      <div className={css.surface}>
        <ErrorState error={response.error} onRetry={() => void response.refetch()} />
      </div>
    )
  }
  if (!response.data) return <Loading shape="tree" />
  if (!tree.rows.length) return <div className={css.surface}>{nothing}</div>
  const { included, cut } = response.data
  return (
    <>
      <div className={css.scroll}>
        <table
          role="treegrid"
          aria-label={label(resource.label.many)}
          className={css.tree}
          aria-busy={response.isPlaceholderData}
        >
          <TreeHead list={list} facts={facts} />
          <tbody ref={tree.body}>
            {tree.lines.map((line) => (
              <TreeRow
                key={line.row.id}
                {...{ list, line, facts, included, movable }}
                active={tree.active === line.row.id}
                over={drag?.place === line.row.id}
                moving={drag?.thing.id === line.row.id || tree.isPending(line.row.id)}
                entriesOf={() => entriesOf(line.row)}
                onGrip={tree.start(line.row)}
                onToggle={() => tree.toggle(line.row.id, !line.open)}
                onFocus={() => tree.setCurrent(line.row.id)}
                onKeyDown={(e) => tree.onKey(e, line)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {drag ? (
        <div className={css.topDrop} data-drop="" data-over={drag.place === '' || undefined}>
          {t('layouts.dropTop')}
        </div>
      ) : null}
      <LayoutFoot resource={resource} count={tree.rows.length} cut={cut} outcome={tree.outcome} />
      {asking ? (
        <ChangeDialog
          resource={resource}
          row={asking}
          fields={[field]}
          title={t('layouts.moveUnderTitle', { title: titleOf(resource, asking) })}
          action={t('layouts.move')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  )
}
