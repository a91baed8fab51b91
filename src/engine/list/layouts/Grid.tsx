import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import type { FileInfo, RecordData } from '#data/types.ts'
import type { Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { Loading } from '#ui/states.tsx'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'
import { walkCards } from './cardKeys.ts'
import { Facts } from './Facts.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { RowMenu } from './RowMenu.tsx'
import css from './grid.module.css'

const FACTS = 2
const pictureOf = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value[0] ? (value[0] as { file: string }).file : undefined
}

interface CardProps extends Pick<LayoutProps, 'list' | 'menuOf'> {
  readonly row: RecordData
  readonly facts: List['columns']
  /** Its picture. */
  readonly file: FileInfo | undefined
}

const Card = ({ list, menuOf, row, facts, file }: CardProps) => {
  const { t } = useTranslation()
  const { resource } = list
  const state = resource.states.find((s) => s.value === row.state)
  const on = list.selection[row.id] === true
  return (
    <li
      className={css.card}
      data-id={row.id}
      data-selected={on || undefined}
      data-flashed={list.flashed.has(row.id) || undefined}
    >
      <div className={css.picture}>
        {file ? (
          <img src={file.thumbnail ?? file.url} alt="" loading="lazy" decoding="async" />
        ) : (
          <IconPhoto size={28} stroke={1.2} aria-hidden />
        )}
      </div>
      <label className={css.tick}>
        <input
          type="checkbox"
          checked={on}
          aria-label={t('list.select', { title: titleOf(resource, row) })}
          onChange={() => undefined}
          onClick={(e) => list.pick(row.id, !on, e.shiftKey)}
        />
      </label>
      <div className={css.body}>
        <div className={css.head}>
          <RecordTitle {...{ list, row }} className={css.title} data-row-link="" />
          <RowMenu
            title={titleOf(resource, row)}
            entries={() => menuOf(row)}
            className={css.dots}
          />
        </div>
        <Facts {...{ list, row, facts }} included={list.included} className={css.facts} />
        {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
      </div>
    </li>
  )
}

/** The rows of the page as cards with a picture. */
export const Grid = ({ list, menuOf }: LayoutProps) => {
  const { resource, rows } = list
  const picture = resource.list.layouts?.grid ?? ''
  const ids = [...new Set(rows.flatMap((row) => pictureOf(row[picture]) ?? []))].slice(0, 200)
  const files = useQuery(filesQuery(ids))
  const facts = list.columns
    .filter((c) => !c.title && !['state', 'image', 'images'].includes(c.field.kind))
    .slice(0, FACTS)
  if (list.first) return <Loading shape="grid" />
  return (
    <ul
      className={css.grid}
      aria-label={label(resource.label.many)}
      aria-busy={list.changing}
      onKeyDown={(e) => walkCards(e, list)}
      data-changing={list.changing || undefined}
    >
      {rows.map((row) => (
        <Card
          key={row.id}
          {...{ list, menuOf, row, facts }}
          file={files.data?.find((f) => f.id === pictureOf(row[picture]))}
        />
      ))}
    </ul>
  )
}
