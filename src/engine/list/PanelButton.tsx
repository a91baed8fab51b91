import type { Icon } from '@tabler/icons-react'
import type { lazyPart } from '#ui/lazyPart.tsx'
import { Popup } from './Popup.tsx'
import type { List } from './useList.ts'
import css from './list.module.css'

/** Props of a panel that a button opens. */
export interface PanelProps {
  readonly list: List
  readonly onClose: () => void
}

interface PanelButtonProps {
  readonly list: List
  readonly name: string
  readonly icon: Icon
  readonly panel: ReturnType<typeof lazyPart<PanelProps>>
  /** Shown after the name unless it is 0. */
  readonly count?: number | undefined
  readonly wide?: boolean
}

/** Opens a panel of the list, whose code loads when the pointer or the focus comes near. */
export const PanelButton = (props: PanelButtonProps) => {
  const { list, name, icon: Icon, panel: Panel, count, wide = false } = props
  return (
    <Popup
      label={name}
      wide={wide}
      trigger={(p) => (
        <button
          type="button"
          {...p}
          className={css.button}
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
