import { Suspense, type ReactNode } from 'react'
import type { RecordData } from '#data/types.ts'
import type { LayoutName } from '#model/layouts.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { Loading } from '#ui/states.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import type { List } from '../useList.ts'
import type { Peek } from '../usePeek.ts'
import { useRowMenu } from '../useRowMenu.tsx'
import { Board } from './Board.tsx'
import { Days } from './Days.tsx'
import { Grid } from './Grid.tsx'
import { Groups } from './Groups.tsx'
import { Order } from './Order.tsx'
import { Tree } from './Tree.tsx'

/** Props of each layout. */
export interface LayoutProps {
  readonly list: List
  /** Entries of a row's menu. */
  readonly menuOf: (row: RecordData) => readonly MenuEntry[]
  /** Shown when there are no rows. */
  readonly nothing: ReactNode
}

const Calendar = lazyPart(async () => (await import('./Calendar.tsx')).Calendar)

const Places = lazyPart(async () => (await import('./map/Places.tsx')).Places)

/** Stays where they are declared, otherwise records on their days. */
const CalendarOrDays = (props: LayoutProps) =>
  props.list.resource.list.layouts?.calendar ? <Calendar {...props} /> : <Days {...props} />

const layouts = {
  board: Board,
  tree: Tree,
  order: Order,
  grid: Grid,
  calendar: CalendarOrDays,
  map: Places,
  group: Groups,
}

/** The list in the chosen layout. */
export const LayoutView = ({
  layout,
  peek,
  ...props
}: Omit<LayoutProps, 'menuOf'> & {
  readonly layout: Exclude<LayoutName, 'table'>
  readonly peek: Peek
}) => {
  const View = layouts[layout]
  const menuOf = useRowMenu(props.list, peek)
  return (
    <Suspense fallback={<Loading shape={layout} />}>
      <View {...props} menuOf={menuOf} />
    </Suspense>
  )
}
