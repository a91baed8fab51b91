import { memo } from 'react'
import type { Icon } from '@tabler/icons-react'
import type { lazyPart } from '#ui/lazyPart.tsx'
import { Popup } from './Popup.tsx'
import type { ListSetup } from './useList.ts'
import { barButton } from './barButton.ts'
import css from './list.module.css'

/** Props of a panel that a button opens, with as much of the list as it needs. */
export interface PanelProps<Part extends ListSetup = ListSetup> {
  readonly list: Part
  readonly onClose: () => void
}

interface PanelButtonProps<Part extends ListSetup> {
  readonly list: Part
  readonly name: string
  readonly icon: Icon
  readonly panel: ReturnType<typeof lazyPart<PanelProps<Part>>>
  /** Shown after the name unless it is 0. */
  readonly count?: number | undefined
  readonly wide?: boolean
}

const Plain = <Part extends ListSetup>(props: PanelButtonProps<Part>) => {
  const { list, name, icon: Icon, panel: Panel, count, wide = false } = props
  return (
    <Popup
      label={name}
      wide={wide}
      trigger={(p) => (
        <button
          type="button"
          {...p}
          className={barButton}
          onPointerEnter={Panel.preload}
          onFocus={Panel.preload}
          aria-label={count ? `${name} ${count}` : name}
        >
          <Icon size={16} aria-hidden />
          <span className={css.buttonText}>{name}</span>
          {count ? (
            <span className={css.number} aria-hidden>
              {count}
            </span>
          ) : null}
        </button>
      )}
    >
      {(close) => <Panel list={list} onClose={close} />}
    </Popup>
  )
}

/** Opens a panel of the list, whose code loads when the pointer or the focus comes near. */
export const PanelButton = memo(Plain) as typeof Plain
