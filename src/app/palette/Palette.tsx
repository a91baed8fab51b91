import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useMe } from '#data/me.ts'
import { useTranslation } from '#ui/i18n.ts'
import { scopes, type Command, type Scope } from './command.ts'
import { Option } from './Option.tsx'
import { countUse } from './usage.ts'
import { useScopes } from './useScopes.ts'
import { useSections, type Section } from './useSections.ts'
import css from './palette.module.css'

interface PaletteProps {
  /** Start with what the open page offers instead of everything. */
  readonly here: boolean
  /** Returns what was typed before it was here; the keys are its own from then on. */
  readonly typed: () => string
  readonly onClose: () => void
}

/** The scope, and a button that widens it. */
const ScopeChip = ({
  label,
  onLeave,
}: {
  readonly label: string
  readonly onLeave: () => void
}) => {
  const { t } = useTranslation()
  return (
    <span className={css.chip}>
      <bdi>{label}</bdi>
      <button
        type="button"
        className={css.leave}
        aria-label={t('palette.leave', { label })}
        onClick={(e) => {
          onLeave()
          e.currentTarget.closest('dialog')?.querySelector('input')?.focus()
        }}
      >
        <IconX size={12} aria-hidden />
      </button>
    </span>
  )
}

/** Keeps the focus among the elements of a dialog that take it by Tab. */
const keepFocus = (dialog: HTMLElement, back: boolean): void => {
  const all = [...dialog.querySelectorAll<HTMLElement>('input, button')]
  const at = all.findIndex((element) => element === document.activeElement)
  all.at((at + (back ? -1 : 1)) % all.length)?.focus()
}

/**
 * Opens the dialog over the page, closes it by Escape and by a press outside, and returns the
 * focus. Returns the props of what covers the page: a popover, since `showModal` makes every other
 * element inert, which styles the whole page again before the dialog is painted.
 */
const useModal = (onClose: () => void) => {
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    cover.current?.showPopover?.()
    cover.current?.querySelector('input')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return {
    ref: cover,
    popover: 'manual' as const,
    // A page that has loaded meanwhile takes the focus to its content.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) {
        currentTarget.querySelector('input')?.focus()
      }
    },
    onKeyDown: (e: KeyboardEvent<HTMLElement>) => {
      if (e.nativeEvent.isComposing || (e.key !== 'Escape' && e.key !== 'Tab')) return
      e.preventDefault()
      e.stopPropagation()
      if (e.key === 'Tab') keepFocus(e.currentTarget, e.shiftKey)
      else onClose()
    },
    onPointerDown: (e: PointerEvent) => {
      if (e.target === e.currentTarget) onClose()
    },
  }
}

const nothing: readonly Section[] = []

/** The command that Enter runs, and the keys that move it. */
const useChoice = (sections: readonly Section[]) => {
  const [at, setAt] = useState<string>()
  const all = useMemo(() => sections.flatMap((s) => s.commands), [sections])
  const chosen = all.find((c) => c.key === at) ?? all[0]
  const move = (by: number) => {
    if (!all.length) return
    const index = chosen ? all.indexOf(chosen) : 0
    setAt(all[(index + by + all.length) % all.length]?.key)
  }
  /** Returns false for a key that does not move it. */
  const onMoveKey = (key: string): boolean => {
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'PageDown') move(Math.min(8, all.length - 1 - all.indexOf(chosen!)))
    else if (key === 'PageUp') move(-Math.min(8, all.indexOf(chosen!)))
    else return false
    return true
  }
  return { all, chosen, setAt, onMoveKey }
}

/** The field that the person types into; the keys act on the list. */
const CommandInput = ({
  id,
  text,
  active,
  open,
  onText,
  onKeyDown,
}: {
  readonly id: string
  readonly text: string
  /** Id of the chosen option. */
  readonly active: string | undefined
  /** True while there are options. */
  readonly open: boolean
  readonly onText: (text: string) => void
  readonly onKeyDown: (e: KeyboardEvent<HTMLInputElement>) => void
}) => {
  const { t } = useTranslation()
  return (
    <input
      className={css.input}
      role="combobox"
      aria-label={t('palette.input')}
      placeholder={t('palette.placeholder')}
      aria-expanded={open}
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={active}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={200}
      dir="auto"
      value={text}
      onChange={(e) => onText(e.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface ResultsProps {
  /** Prefix of the ids. */
  readonly id: string
  readonly sections: readonly Section[]
  readonly indexOf: ReadonlyMap<Command, number>
  readonly chosen: Command | undefined
  readonly waiting: boolean
  readonly onPoint: (command: Command) => void
  readonly onRun: (command: Command) => void
}

/** The sections with their commands; the chosen one stays in view. */
const Results = ({ id, sections, indexOf, chosen, waiting, onPoint, onRun }: ResultsProps) => {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen?.key])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t('common.searchResults')}
      aria-busy={waiting}
      className={css.list}
    >
      {sections.map(({ title, commands }, s) => (
        <div key={title ?? s} role="group" aria-label={title ?? t('palette.best')}>
          {title ? (
            <div className={css.title} aria-hidden>
              {title}
            </div>
          ) : null}
          {commands.map((command) => (
            <Option
              key={command.key}
              id={`${id}-${indexOf.get(command)}`}
              command={command}
              section={title}
              chosen={command === chosen}
              onPoint={() => onPoint(command)}
              onRun={() => onRun(command)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/**
 * Everything the person can go to, find and do, by typing: commands of the selection, the open
 * record and list, pages, settings, new and recent records, and the records the server finds.
 */
export const Palette = ({ here, typed, onClose }: PaletteProps) => {
  const { t } = useTranslation()
  const { account } = useMe()
  const id = useId()
  const modal = useModal(onClose)
  const on = useScopes()
  const [scope, setScope] = useState<Scope>(() =>
    here ? (scopes.find((s) => on.names.has(s)) ?? 'everything') : 'everything',
  )
  const [text, setText] = useState(typed)
  const { sections, failed, waiting } = useSections(text, scope, on)
  const { all, chosen, setAt, onMoveKey } = useChoice(sections)
  // The field is painted first: someone may type before the commands are drawn.
  const drawn = useDeferredValue(true, false)
  const chip = on.names.get(scope)

  const run = (command: Command | undefined) => {
    if (!command) return
    countUse(account.id, command.key)
    onClose()
    // What it opens takes the focus after the palette has returned it.
    setTimeout(command.run)
  }
  const widen = () =>
    setScope(
      (was) => scopes.find((s, i) => i > scopes.indexOf(was) && on.names.has(s)) ?? 'everything',
    )
  const onKeyDown = (e: KeyboardEvent<HTMLInputElement>) => {
    // The keys that choose a candidate of an input method are its own.
    if (e.nativeEvent.isComposing) return
    if (e.key === 'Enter') run(chosen)
    else if (e.key === 'Backspace' && !text && chip) widen()
    else if (!onMoveKey(e.key)) return
    e.preventDefault()
  }
  const note = (): string => {
    if (failed) return t('common.searchFailed')
    if (all.length) return t('palette.found', { count: all.length })
    return waiting ? t('common.loading') : t('common.searchNothing', { q: text.trim() })
  }
  const indexOf = new Map(all.map((c, i) => [c, i]))
  return (
    <div {...modal} className={css.cover}>
      <dialog
        open
        tabIndex={-1}
        aria-modal="true"
        aria-label={t('palette.title')}
        className={css.palette}
      >
        <div className={css.head}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          {chip ? <ScopeChip label={chip} onLeave={widen} /> : null}
          <CommandInput
            {...{ id, text, onKeyDown }}
            active={chosen ? `${id}-${indexOf.get(chosen)}` : undefined}
            open={all.length > 0}
            onText={(next) => {
              setText(next)
              setAt(undefined)
            }}
          />
        </div>
        <Results
          {...{ id, indexOf, chosen, waiting }}
          sections={drawn ? sections : nothing}
          onPoint={(command) => setAt(command.key)}
          onRun={run}
        />
        <p role="status" className={all.length && !failed ? 'visually-hidden' : css.note}>
          {note()}
        </p>
      </dialog>
    </div>
  )
}
