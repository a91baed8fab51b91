import { TagFilter } from '../../list/TagFilter.tsx'
import { Words } from '../parts/quickEditors.tsx'
import type { FilterKind, QuickProps } from '../types.ts'

const Tags = (props: QuickProps) =>
  props.field.tagsOf === undefined ? <Words {...props} /> : <TagFilter {...props} />

export const filter: FilterKind = { Quick: Tags, input: 'text', Condition: null }
