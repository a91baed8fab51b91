import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { label, useTranslation } from '#ui/i18n.ts'
import { optionsQuery } from '#data/queries.ts'
import type { Included } from '#data/types.ts'
import type { AnyRef } from '#model/pointers.ts'
import { maskIn } from '#model/masked.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { ResourceLink } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import { modelOf } from '../resource.ts'
import { Countdown } from './Countdown.tsx'
import { FileValues } from './FileValues.tsx'
import { formatOf } from './format.ts'
import { RowsTable } from './RowsTable.tsx'
import classes from './FieldValue.module.css'

const TagList = lazy(async () => ({ default: (await import('../tags/TagList.tsx')).TagList }))
const Markdown = lazy(async () => ({ default: (await import('#ui/Markdown.tsx')).Markdown }))

interface FieldValueProps {
  readonly field: FieldModel
  readonly value: Json | undefined
  /** Titles of referenced records; requested from the server if absent. */
  readonly included?: Included | undefined
}

const isNothing = (value: Json | undefined): value is null | undefined =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Read-only value of any kind: text, badge, link, pictures, child rows. */
export const FieldValue = ({ field, value, included }: FieldValueProps) => {
  const { t, i18n } = useTranslation()
  const zone = useTimeZone()
  if (isNothing(value)) return <Blank />
  const format = formatOf(field, i18n.language, zone)
  if (maskIn(field, value) !== undefined) return <>{format(value)}</>
  switch (field.kind) {
    case 'state':
    case 'enum':
      return (
        <State field={field} value={value}>
          {format(value)}
        </State>
      )
    case 'instant':
      return field.countdown ? <Countdown value={String(value)} /> : <>{format(value)}</>
    case 'boolean':
      return <>{t(value ? 'common.yes' : 'common.no')}</>
    case 'ref':
      return <References field={field} ids={[String(value)]} included={included} />
    case 'refs':
      return <References field={field} ids={value as string[]} included={included} />
    case 'anyRef': {
      const { type, id } = value as unknown as AnyRef
      return <References field={{ ...field, ref: type }} ids={[id]} included={included} />
    }
    case 'tags':
    case 'enums':
      return <Words field={field} values={value as string[]} />
    case 'email':
      return <a href={`mailto:${String(value)}`}>{String(value)}</a>
    case 'phone':
      return <a href={`tel:${String(value).replace(/[^+\d]/g, '')}`}>{String(value)}</a>
    case 'url':
      return <WebLink address={String(value)} />
    case 'markdown':
      return <LongMarkdown text={String(value)} />
    case 'longText':
      return <p className={classes.long}>{String(value)}</p>
    case 'image':
    case 'file':
      return <FileValues ids={[String(value)]} />
    case 'images':
    case 'files':
      return (
        <FileValues
          ids={(value as { file: string }[]).map((f) => f.file)}
          alts={(value as { alt?: string }[]).map((f) => f.alt ?? '')}
        />
      )
    case 'rows':
      return (
        <RowsTable
          field={field}
          rows={value as Record<string, Json>[]}
          draw={(f, cell) => <FieldValue field={f} value={cell} included={included} />}
        />
      )
    case 'object':
      return (
        <Parts
          fields={field.fields ?? []}
          value={value as Record<string, Json>}
          included={included}
        />
      )
    case 'variant':
      return <Variant field={field} value={value as Record<string, Json>} included={included} />
    case 'json':
      return <Raw value={value} />
    default:
      return <>{format(value)}</>
  }
}

const Blank = () => (
  <span className={classes.empty} aria-hidden>
    —
  </span>
)

/** JSON as text; focusable, so that a keyboard can scroll it. */
const Raw = ({ value }: { value: Json }) => (
  <pre className={classes.json} tabIndex={0}>
    {JSON.stringify(value, null, 1)}
  </pre>
)

/** A state as a badge, if its colour has a meaning. */
const State = ({
  field,
  value,
  children,
}: {
  field: FieldModel
  value: Json
  children: ReactNode
}) => {
  const tone = field.options?.find((x) => x.value === value)?.tone ?? 'neutral'
  // Only what carries a meaning by its colour is a badge; a kind is a word like any other.
  return field.kind === 'enum' && tone === 'neutral' ? (
    children
  ) : (
    <Badge tone={tone}>{children}</Badge>
  )
}

/** Chosen options or tags. */
const Words = ({ field, values }: { field: FieldModel; values: readonly string[] }) =>
  field.tagsOf !== undefined ? (
    <span className={classes.list}>
      <Suspense fallback={<span aria-busy="true">{values.join(', ')}</span>}>
        <TagList collection={field.tagsOf} tags={values} />
      </Suspense>
    </span>
  ) : (
    <span className={classes.list}>
      {values.map((v) => (
        <Badge key={v} tone="neutral">
          {label(field.options?.find((o) => o.value === v)?.label ?? v)}
        </Badge>
      ))}
    </span>
  )

/** Only web addresses become links, whatever the database contains. */
const WebLink = ({ address }: { address: string }) =>
  /^https?:\/\//.test(address) ? (
    <a href={address} rel="noopener noreferrer nofollow" target="_blank">
      {address}
    </a>
  ) : (
    <>{address}</>
  )

const LongMarkdown = ({ text }: { text: string }) => (
  <Suspense
    fallback={
      <p className={classes.long} aria-busy="true">
        {text}
      </p>
    }
  >
    <Markdown text={text} />
  </Suspense>
)

/** One of several shapes: its name and its fields. */
const Variant = ({
  field,
  value,
  included,
}: {
  field: FieldModel
  value: Record<string, Json>
  included: Included | undefined
}) => {
  const kind = String(value.kind)
  const v = field.variants?.find((x) => x.value === kind)
  return (
    <>
      {label(v?.label ?? kind)}:{' '}
      <Parts fields={v?.fields ?? []} value={value} included={included} bare />
    </>
  )
}

const References = ({
  field,
  ids,
  included,
}: {
  field: FieldModel
  ids: readonly string[]
  included: Included | undefined
}) => {
  const collection = field.ref ?? ''
  const target = modelOf(collection)
  const known = included?.[collection]
  const asked = useQuery({
    ...optionsQuery(collection, { ids }),
    enabled: !ids.every((id) => known?.[id]) && included === undefined,
  })
  return (
    <span className={classes.list}>
      {ids.map((id) => {
        const title = known?.[id]?.title ?? asked.data?.find((o) => o.id === id)?.title
        if (!title) {
          return (
            <span key={id} className={classes.empty}>
              {id.slice(0, 8)}
            </span>
          )
        }
        return target?.path ? (
          <ResourceLink
            key={id}
            resource={target}
            target={{ page: 'detail', id }}
            className={classes.chip}
          >
            {title}
          </ResourceLink>
        ) : (
          <span key={id}>{title}</span>
        )
      })}
    </span>
  )
}

const Parts = ({
  fields,
  value,
  included,
  bare,
}: {
  fields: readonly FieldModel[]
  value: Record<string, Json>
  included: Included | undefined
  bare?: boolean
}) => (
  <span className={classes.parts}>
    {fields
      .filter((f) => value[f.name] !== null && value[f.name] !== undefined)
      .map((f) => (
        <span key={f.name}>
          {bare ? null : <span className={classes.part}>{label(f.label)} </span>}
          <FieldValue field={f} value={value[f.name]} included={included} />
        </span>
      ))}
  </span>
)
