import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import classes from '../../fields/FieldValue.module.css'
import type { ValueKind } from '../types.ts'

const Markdown = lazyPart(async () => (await import('#ui/Markdown.tsx')).Markdown)

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
