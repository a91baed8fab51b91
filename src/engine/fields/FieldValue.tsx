import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
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

/** Read-only value of any kind: text, badge, link, pictures, child rows. */
export const FieldValue = ({ field, value, included }: FieldValueProps) => {
  const { t, i18n } = useTranslation()
  const zone = useTimeZone()
  if (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  ) {
    return (
      <span className={classes.empty} aria-hidden>
        —
      </span>
    )
  }
  const format = formatOf(field, i18n.language, zone)
  if (maskIn(field, value) !== undefined) return <>{format(value)}</>
  switch (field.kind) {
    case 'state':
    case 'enum': {
      const tone = field.options?.find((x) => x.value === value)?.tone ?? 'neutral'
      // Only what carries a meaning by its colour is a badge; a kind is a word like any other.
      return field.kind === 'enum' && tone === 'neutral' ? (
        <>{format(value)}</>
      ) : (
        <Badge tone={tone}>{format(value)}</Badge>
      )
    }
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
      return field.tagsOf !== undefined ? (
        <span className={classes.list}>
          <Suspense fallback={<span aria-busy="true">{(value as string[]).join(', ')}</span>}>
            <TagList collection={field.tagsOf} tags={value as string[]} />
          </Suspense>
        </span>
      ) : (
        <span className={classes.list}>
          {(value as string[]).map((v) => (
            <Badge key={v} tone="neutral">
              {label(field.options?.find((o) => o.value === v)?.label ?? v)}
            </Badge>
          ))}
        </span>
      )
    case 'email':
      return <a href={`mailto:${String(value)}`}>{String(value)}</a>
    case 'phone':
      return <a href={`tel:${String(value).replace(/[^+\d]/g, '')}`}>{String(value)}</a>
    // Only web addresses become links, whatever the database contains.
    case 'url':
      return /^https?:\/\//.test(String(value)) ? (
        <a href={String(value)} rel="noopener noreferrer nofollow" target="_blank">
          {String(value)}
        </a>
      ) : (
        <>{String(value)}</>
      )
    case 'markdown':
      return (
        <Suspense
          fallback={
            <p className={classes.long} aria-busy="true">
              {String(value)}
            </p>
          }
        >
          <Markdown text={String(value)} />
        </Suspense>
      )
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
    case 'variant': {
      const kind = (value as { kind: string }).kind
      const v = field.variants?.find((x) => x.value === kind)
      return (
        <>
          {label(v?.label ?? kind)}:{' '}
          <Parts
            fields={v?.fields ?? []}
            value={value as Record<string, Json>}
            included={included}
            bare
          />
        </>
      )
    }
    case 'json':
      return (
        // Focusable, so that a keyboard can scroll it.
        <pre className={classes.json} tabIndex={0}>
          {JSON.stringify(value, null, 1)}
        </pre>
      )
    default:
      return <>{format(value)}</>
  }
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
