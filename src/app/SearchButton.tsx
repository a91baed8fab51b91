import { createElement, useEffect } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { typedAhead } from '#ui/typedAhead.ts'
import { TYPING } from '#engine/list/useShortcuts.ts'
import { showOver } from '#engine/overlay.ts'
import { offeredScopes } from '#engine/scopes.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from './search.module.css'

const close = () => showOver(null)
const Palette = lazyPart(async () => (await import('./palette/Palette.tsx')).Palette)
const Shortcuts = lazyPart(
  async () => (await import('#engine/list/ShortcutsDialog.tsx')).ShortcutsDialog,
)
/** After the page's content, like the bell: keys typed at once must not get lost. */
const preloadAfterMs = 5000

const openPalette = (here: boolean) =>
  showOver(createElement(Palette, { here, typed: typedAhead(), onClose: close }))
const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

/** Keys of every page; those that a page handles itself do not arrive here. */
const onKey = (e: KeyboardEvent): void => {
  if (e.defaultPrevented || e.isComposing || e.altKey || document.querySelector('dialog[open]')) {
    return
  }
  const run = (() => {
    if (e.ctrlKey || e.metaKey) {
      return !e.shiftKey && e.key.toLowerCase() === 'k' ? () => openPalette(true) : undefined
    }
    if (e.target instanceof Element && e.target.closest(TYPING)) return undefined
    const { record } = offeredScopes()
    switch (e.key) {
      case '/':
      case '.':
        return () => openPalette(e.key === '.')
      case '?':
        return () => showOver(createElement(Shortcuts, { onClose: close }))
      case 'e':
        return record?.edit
      case 'c':
        return record?.create
      default:
        return undefined
    }
  })()
  if (!run) return
  e.preventDefault()
  run()
}

/** Opens the command palette, also by `Ctrl+K`, and handles the keys that every page has. */
export const SearchButton = () => {
  const { t } = useTranslation()
  useEffect(() => {
    // On the window, after the pages' own keys.
    window.addEventListener('keydown', onKey)
    const ahead = setTimeout(Palette.preload, preloadAfterMs)
    return () => {
      window.removeEventListener('keydown', onKey)
      clearTimeout(ahead)
    }
  }, [])
  return (
    <button
      type="button"
      className={css.open}
      aria-label={t('common.searchEverything')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      data-keys={isApple ? '⌘K' : 'Ctrl K'}
      onFocus={Palette.preload}
      onClick={() => openPalette(true)}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className={css.text}>{t('common.search')}</span>
    </button>
  )
}
