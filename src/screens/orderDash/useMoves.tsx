import { useCallback, useState } from 'react'
import { IconArrowRight, IconBolt } from '@tabler/icons-react'
import type { Included } from '#data/types.ts'
import { hrefOf, useGoTo } from '#engine/links.tsx'
import type { Moving } from '#engine/list/layouts/useCardDrag.tsx'
import { openActions, openTransitions, useRecordActions } from '#engine/recordActions.ts'
import type { Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { orders, type Seen } from '../shared/resources.ts'
import { openIcon } from './Card.tsx'

/** What a card's menu offers, and the transitions that are under way. */
export const useMoves = () => {
  const { t } = useTranslation()
  const resource = orders()
  const goTo = useGoTo()
  const actions = useRecordActions(resource)
  const { rights } = actions
  const [moving, setMoving] = useState<readonly Moving[]>([])
  const take = useCallback(
    async (row: Seen<'orders'>, transition: Transition, included: Included) => {
      setMoving((was) => [...was, { row, to: transition.name, included }])
      try {
        await actions.transition(row, transition)
      } finally {
        setMoving((was) => was.filter((m) => m.row.id !== row.id))
      }
    },
    [actions],
  )
  const onOpen = useCallback(
    (row: Seen<'orders'>) => void goTo(orders(), { page: 'detail', id: row.id }),
    [goTo],
  )
  const entriesOf = useCallback(
    (row: Seen<'orders'>, included: Included): readonly MenuEntry[] => {
      const transitions = openTransitions(resource, row, rights)
      const offered = openActions(resource, row, rights)
      return [
        {
          key: 'open',
          label: t('orders.open'),
          icon: openIcon,
          href: hrefOf(resource, { page: 'detail', id: row.id }),
          onSelect: () => onOpen(row),
        },
        ...(transitions.length || offered.length ? ['-' as const] : []),
        ...transitions.map((transition) => ({
          key: transition.name,
          label: label(transition.label),
          icon: <IconArrowRight size={16} aria-hidden />,
          onSelect: () => void take(row, transition, included),
        })),
        ...offered.map((action) => ({
          key: `act ${action.name}`,
          label: label(action.label),
          icon: <IconBolt size={16} aria-hidden />,
          onSelect: () => void actions.act(row, action),
        })),
      ]
    },
    [resource, rights, actions, take, onOpen, t],
  )
  return { rights, moving, take, onOpen, entriesOf }
}
