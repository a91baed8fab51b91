import { memo, Suspense, type ReactNode } from 'react'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import type { Included } from '#data/types.ts'
import type { AnyRef } from '#model/pointers.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, t } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { modelOf } from '../resource.ts'
import type { ListColumn } from './columns.ts'
import { pending } from '#ui/pending.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { RecordLink } from '../links.tsx'
import css from './table.module.css'

const TagList = lazyPart(async () => (await import('../tags/TagList.tsx')).TagList)
const Countdown = lazyPart(async () => (await import('../fields/Countdown.tsx')).Countdown)

/** What a value of a row is drawn from. */
export interface CellProps {
  readonly column: ListColumn
  readonly value: Json | undefined
  readonly included: Included
  readonly locale: string
  readonly zone: string
  /** Ids of all pictures on the page, requested together. */
  readonly pictures: readonly string[]
}

/** Draws the link to a record. */
type LinkTo = (resource: ResourceModel, id: string, title: string) => ReactNode

const blank = () => (
  <span className={css.blank}>
    <span aria-hidden>—</span>
    <span className="visually-hidden">{t('list.blank')}</span>
  </span>
)

// Functions instead of components: thousands of cells are rendered.

const yesNo = (value: boolean) =>
  value ? (
    <>
      <IconCheck size={16} className={css.yes} aria-hidden />
      <span className="visually-hidden">{t('common.yes')}</span>
    </>
  ) : (
    <>
      <IconMinus size={16} className={css.no} aria-hidden />
      <span className="visually-hidden">{t('common.no')}</span>
    </>
  )

const badges = (field: FieldModel, value: readonly string[]) =>
  field.tagsOf !== undefined ? (
    <span className={css.tags}>
      <Suspense fallback={pending}>
        <TagList collection={field.tagsOf} tags={value} />
      </Suspense>
    </span>
  ) : (
    <span className={css.tags}>
      {value.map((v) => (
        <Badge key={v}>{label(field.options?.find((o) => o.value === v)?.label ?? v)}</Badge>
      ))}
    </span>
  )

const stars = (value: number, max: number) => (
  <span className={css.stars} role="img" aria-label={`${value} / ${max}`}>
    {'★'.repeat(value) || '—'}
    <span className={css.starsOff}>{'★'.repeat(Math.max(0, max - value))}</span>
  </span>
)

const reference = (
  collection: string,
  id: string,
  { included }: CellProps,
  linkTo: LinkTo,
): ReactNode => {
  const title = included[collection]?.[id]?.title
  if (title === undefined) return <span className={css.blank}>{id.slice(0, 8)}</span>
  const target = modelOf(collection)
  return target?.path ? linkTo(target, id, title) : title
}

const isBlank = (value: Json | undefined): value is null | undefined =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** One value in a row: a single line, truncated at the column's end. */
export const cellContent = (props: CellProps, linkTo: LinkTo): ReactNode => {
  const { column, value, included, locale, zone, pictures } = props
  const { field } = column
  if (field.kind === 'boolean') return yesNo(Boolean(value))
  if (isBlank(value)) return blank()
  const format = formatOf(field, locale, zone)
  if (isMasked(field)) return format(value)
  switch (field.kind) {
    case 'instant':
      return field.countdown ? (
        <Suspense fallback={<span aria-busy="true">{format(value)}</span>}>
          <Countdown value={String(value)} />
        </Suspense>
      ) : (
        format(value)
      )
    case 'state':
    case 'enum': {
      const tone = field.options?.find((o) => o.value === value)?.tone ?? 'neutral'
      // Pills are for states, and for what has a colour of its own; a kind is a word.
      return field.kind === 'enum' && tone === 'neutral'
        ? format(value)
        : Badge({ tone, children: format(value) })
    }
    case 'tags':
    case 'enums':
      return badges(field, value as string[])
    case 'ref':
      return reference(field.ref ?? '', String(value), props, linkTo)
    case 'refs':
      return (
        (value as string[])
          .map((id) => included[field.ref ?? '']?.[id]?.title)
          .filter(Boolean)
          .join(', ') || format(value)
      )
    case 'anyRef': {
      const { type, id } = value as unknown as AnyRef
      return reference(type, id, props, linkTo)
    }
    case 'rating':
      return stars(Number(value), field.max ?? 5)
    case 'image':
      return <Picture key={String(value)} id={String(value)} pictures={pictures} />
    case 'images': {
      const id = (value as { file: string }[])[0]!.file
      return <Picture key={id} id={id} pictures={pictures} />
    }
    case 'color':
      return (
        <>
          <span className={css.swatch} style={{ background: String(value) }} aria-hidden />
          {String(value)}
        </>
      )
    default:
      return format(value)
  }
}

const linkTo: LinkTo = (resource, id, title) => (
  <RecordLink resource={resource} id={id} className={css.reference} tabIndex={-1}>
    {title}
  </RecordLink>
)

/**
 * The same as a component, for tables of their own. `locale` triggers a new render, so no cell
 * subscribes to the language.
 */
export const Cell = memo(function Cell(props: CellProps) {
  return <>{cellContent(props, linkTo)}</>
})

/** Thumbnail; those of a page share one request. */
const Picture = ({
  id,
  pictures,
}: {
  readonly id: string
  readonly pictures: readonly string[]
}) => {
  const { data } = useQuery(filesQuery(pictures))
  const file = data?.find((f) => f.id === id)
  return file ? (
    <img
      className={css.thumb}
      src={file.thumbnail ?? file.url}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span className={css.thumb} />
  )
}
