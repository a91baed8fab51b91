import { Suspense, type ReactNode } from 'react'
import type { RecordData } from '#data/types.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { Loading } from '#ui/states.tsx'
import { lazyPart } from '../lazyPart.tsx'
import type { List } from '../useList.ts'
import type { LayoutName } from './names.ts'

/** Props of each layout. */
export interface LayoutProps {
  readonly list: List
  /** Entries of a row's menu. */
  readonly menuOf: (row: RecordData) => readonly MenuEntry[]
  /** Shown when there are no rows. */
  readonly nothing: ReactNode
}

const layouts = {
  tree: lazyPart(async () => (await import('./Tree.tsx')).Tree),
  order: lazyPart(async () => (await import('./Order.tsx')).Order),
  grid: lazyPart(async () => (await import('./Grid.tsx')).Grid),
  calendar: lazyPart(async () => (await import('./Calendar.tsx')).Calendar),
  group: lazyPart(async () => (await import('./Groups.tsx')).Groups),
}

/** The list in the chosen layout; the code of each loads with its first use. */
export const LayoutView = ({
  layout,
  ...props
}: LayoutProps & { readonly layout: Exclude<LayoutName, 'table'> }) => {
  const View = layouts[layout]
  return (
    <Suspense fallback={<Loading />}>
      <View {...props} />
    </Suspense>
  )
}
