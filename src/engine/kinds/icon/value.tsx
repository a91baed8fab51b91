import { quietPart } from '#ui/lazyPart.tsx'
import css from '../../list/table.module.css'
import type { ValueKind } from '../types.ts'

const NamedIcon = quietPart(async () => (await import('#ui/recordIcons.tsx')).NamedIcon)

export const value: ValueKind = ({ text }) => <NamedIcon name={text} className={css.no ?? ''} />
