import { memo } from 'react'
import {
  IconArrowsSort,
  IconBinaryTree2,
  IconCalendar,
  IconLayoutKanban,
  IconMap,
  IconPhoto,
  IconSum,
  IconTable,
} from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import type { ListSetup } from '../useList.ts'
import { isNarrow } from '../preference.ts'
import { layoutsOf, type LayoutName } from '#model/layouts.ts'
import css from '../list.module.css'

const looks = {
  table: ['layouts.table', IconTable],
  board: ['layouts.board', IconLayoutKanban],
  tree: ['layouts.tree', IconBinaryTree2],
  order: ['layouts.order', IconArrowsSort],
  grid: ['layouts.grid', IconPhoto],
  calendar: ['layouts.calendar', IconCalendar],
  map: ['layouts.map', IconMap],
  group: ['layouts.group', IconSum],
} as const

type LayoutSwitchProps = Pick<
  ListSetup,
  'resource' | 'layout' | 'view' | 'setPreference' | 'setSearch'
>

/** Switches the layout of the list; the choice is in the URL and stored for the person. */
export const LayoutSwitch = memo((list: LayoutSwitchProps) => {
  const { t } = useTranslation()
  const choose = (layout: LayoutName) => {
    if (layout === list.layout) return
    const usual = layout === 'table' ? undefined : layout
    if (!list.view) list.setPreference({ [isNarrow() ? 'narrowLayout' : 'layout']: usual })
    list.setSearch({
      layout,
      month: undefined,
      by: undefined,
      across: undefined,
      measure: undefined,
    })
  }
  return (
    <div role="group" aria-label={t('layouts.layout')} className={css.layoutSwitch}>
      {layoutsOf(list.resource).map((name) => {
        const [key, Icon] = looks[name]
        const text = t(key)
        return (
          <button
            key={name}
            type="button"
            className={css.layoutChoice}
            aria-pressed={list.layout === name}
            aria-label={text}
            title={text}
            onClick={() => choose(name)}
          >
            <Icon size={16} aria-hidden />
          </button>
        )
      })}
    </div>
  )
})
