import { Suspense } from 'react'
import { Badge } from '#ui/Badge.tsx'
import { label } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import type { ValueKind } from '../types.ts'
import classes from '../../fields/FieldValue.module.css'

const TagList = lazyPart(async () => (await import('../../tags/TagList.tsx')).TagList)

/** Chosen options or tags. */
export const Words: ValueKind = ({ field, value }) => {
  const words = value as readonly string[]
  return (
    <span className={classes.list}>
      {field.tagsOf === undefined ? (
        words.map((v) => (
          <Badge key={v} tone="neutral">
            {label(field.options?.find((o) => o.value === v)?.label ?? v)}
          </Badge>
        ))
      ) : (
        <Suspense fallback={<span aria-busy="true">{words.join(', ')}</span>}>
          <TagList collection={field.tagsOf} tags={words} />
        </Suspense>
      )}
    </span>
  )
}
