import { Suspense } from 'react'
import { lazy } from '#ui/lazyPart.tsx'
import classes from '../../fields/FieldValue.module.css'
import type { ValueKind } from '../types.ts'

const Markdown = lazy(async () => ({ default: (await import('#ui/Markdown.tsx')).Markdown }))

export const value: ValueKind = ({ text }) => (
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
