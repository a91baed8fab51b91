import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { IconX } from '@tabler/icons-react'
import { focusBeginning } from './dialogFocus.ts'
import { useTranslation } from './i18n.ts'
import { keepPress } from './keepPress.ts'
import css from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  /**
   * Called to close it: Escape, the close button. Without it the dialog stays until its content
   * ends it.
   */
  readonly onClose?: () => void
  readonly wide?: boolean
  /** At the end side of the page, full height. */
  readonly side?: boolean
  /** It is shown over the pages instead of being part of one: Back and Forward close it. */
  readonly overPages?: boolean
  readonly children: ReactNode
}

/** Shows the dialog as modal, with the focus where its work begins, and gives the focus back. */
const useShown = () => {
  const ref = useRef<HTMLDialogElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // jsdom has no showModal.
    if (typeof dialog.showModal === 'function') {
      if (!dialog.open) dialog.showModal()
    } else dialog.setAttribute('open', '')
    // showModal focuses the first button, which is the close button.
    const end = focusBeginning(dialog)
    return () => {
      end()
      if (typeof dialog.close === 'function') dialog.close()
      // What had the focus may have gone with its page or row.
      const back = before?.isConnected ? before : document.getElementById('main')
      if (back instanceof HTMLElement) back.focus({ preventScroll: back !== before })
    }
  }, [before])
  return ref
}

/** Lets Back and Forward close a dialog that is shown over the pages. */
const useClosedByBack = (overPages: boolean, onClose: (() => void) | undefined): void => {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!overPages) return
    const leave = () => close.current?.()
    window.addEventListener('popstate', leave)
    return () => window.removeEventListener('popstate', leave)
  }, [overPages])
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside, Escape closes, the page
 * behind is inert. It is mounted while open. Mantine components with a drop-down inside it need
 * `comboboxProps={{ withinPortal: false }}`: the dialog is in the top layer, above every portal.
 * The element marked `data-autofocus` gets the focus (`autoFocus` runs too early: the dialog is not
 * shown yet), else the first field of a form.
 */
export const Dialog = ({
  title,
  onClose,
  wide = false,
  side = false,
  overPages = false,
  children,
}: DialogProps) => {
  const { t } = useTranslation()
  const id = useId()
  const ref = useShown()
  useClosedByBack(overPages, onClose)
  return (
    <dialog
      ref={ref}
      className={`${css.dialog} ${wide ? css.wide : ''} ${side ? css.side : ''}`}
      aria-labelledby={id}
      aria-modal="true"
      onPointerDown={keepPress}
      onCancel={(e) => {
        e.preventDefault()
        onClose?.()
      }}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return
        e.preventDefault()
        e.stopPropagation()
        // Escape first closes anything open inside.
        if (
          !(e.target instanceof HTMLElement) ||
          e.target.getAttribute('aria-expanded') !== 'true'
        ) {
          onClose?.()
        }
      }}
    >
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {onClose ? (
          <IconButton aria-label={t('common.close')} onClick={onClose}>
            <IconX size={16} />
          </IconButton>
        ) : null}
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  )
}
