import type { Tone } from '#schemas/define/index.ts'
import css from './toneDot.module.css'

/** A dot in the colour of a state. It adds nothing to the text beside it. */
export const ToneDot = ({ tone, title }: { readonly tone: Tone; readonly title?: string }) => (
  <span className={css.dot} data-tone={tone} title={title} aria-hidden />
)
