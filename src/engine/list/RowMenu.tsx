import type { RecordData } from '#data/types.ts'
import { MenuSheet } from '#ui/MenuSheet.tsx'
import { t } from '#ui/i18n.ts'
import { titleOf } from '../recordActions.ts'
import type { List } from './useList.ts'
import type { Peek } from './usePeek.ts'
import { useRowMenu } from './useRowMenu.tsx'

interface RowMenuProps {
  readonly id: string
  readonly list: List
  readonly peek: Peek
  readonly row: RecordData
  readonly button: HTMLElement
  readonly close: (refocus: boolean) => void
}

/** The open menu of a row of the table. */
export const RowMenu = ({ list, peek, row, ...rest }: RowMenuProps) => {
  const menuOf = useRowMenu(list, peek)
  const name = t('list.actionsFor', { title: titleOf(list.resource, row) })
  return <MenuSheet label={name} entries={menuOf(row)} {...rest} />
}
