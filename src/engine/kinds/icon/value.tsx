import { quietPart } from '#ui/lazyPart.tsx'
import type { ValueKind } from '../types.ts'

const IconAlone = quietPart(async () => (await import('#ui/recordIcons.tsx')).IconAlone)

export const value: ValueKind = ({ text }) => <IconAlone name={text} />
