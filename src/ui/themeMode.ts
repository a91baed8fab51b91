/**
 * Light or dark mode; the product fixes the format: local storage `mode`, `1` = dark, anything else
 * light; `0` is written for light.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const KEY = 'mode'
export type Mode = 'light' | 'dark'

/** The stored mode. */
export const storedMode = (): Mode => {
  try {
    return localStorage.getItem(KEY) === '1' ? 'dark' : 'light'
  } catch {
    return 'light'
  }
}

const listeners = new Set<(mode: Mode) => void>()

const keep = (mode: Mode): void => {
  try {
    localStorage.setItem(KEY, mode === 'dark' ? '1' : '0')
  } catch {
    /* private window: applies to this page only */
  }
}

/** Stores and applies a mode. */
export const setMode = (mode: Mode): void => {
  keep(mode)
  for (const fn of listeners) fn(mode)
}

/** Toggles the mode and stores it. */
export const toggleMode = (): void =>
  setMode(
    document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
      ? 'light'
      : 'dark',
  )

declare global {
  interface Window {
    /** Toggles light and dark; for other parts of the page. */
    toggleThemeMode?: () => void
  }
}

/**
 * Connects Mantine to the stored mode; also exposes `window.toggleThemeMode()` and follows other
 * tabs.
 */
export const modeManager = (): MantineColorSchemeManager => {
  let stop = () => {}
  return {
    get: () => storedMode(),
    // Mantine also calls this for values it just received: notifying it again would loop forever.
    set: (value: MantineColorScheme) => {
      if (storedMode() !== value) keep(value === 'dark' ? 'dark' : 'light')
    },
    subscribe(onUpdate) {
      const other = (event: StorageEvent) => {
        if (event.key === KEY || event.key === null) onUpdate(storedMode())
      }
      listeners.add(onUpdate)
      window.addEventListener('storage', other)
      window.toggleThemeMode = toggleMode
      stop = () => {
        listeners.delete(onUpdate)
        window.removeEventListener('storage', other)
      }
    },
    unsubscribe: () => stop(),
    clear: () => setMode('light'),
  }
}
