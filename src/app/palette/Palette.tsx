import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconArrowRight, IconSearch, IconX } from '@tabler/icons-react'
import { useMe } from '#data/me.ts'
import type { SearchHit } from '#data/queries.ts'
import { useGoTo } from '#engine/links.tsx'
import { TagList } from '#engine/tags/TagList.tsx'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { scopes, type Command, type Scope } from './command.ts'
import { rank } from './rank.ts'
import { countUse, usesOf } from './usage.ts'
import { useCommands } from './useCommands.tsx'
import { useHits, useRecents } from './useHits.ts'
import { useScopes } from './useScopes.ts'
import css from './palette.module.css'

/** Local results of a text. */
const MOST = 12

interface Section {
  readonly title: string | undefined
  readonly commands: readonly Command[]
}

interface PaletteProps {
  /** Start with what the open page offers instead of everything. */
  readonly here: boolean
  readonly onClose: () => void
}

/** The records of a search or visit as commands. */
const useRecordCommand = () => {
  const goTo = useGoTo()
  return ({ collection, id, title, subtitle, tags }: SearchHit, hint: string): Command => {
    const resource = modelOf(collection)
    return {
      key: `record ${collection} ${id}`,
      scope: 'everything',
      label: title,
      hint: [subtitle, hint].filter(Boolean).join(' · ') || undefined,
      tags: tags && { of: collection, list: tags },
      icon: resource ? iconOf(resource.nav.icon) : undefined,
      run: () => {
        if (resource) void goTo(resource, { page: 'detail', id })
      },
    }
  }
}

/** What the palette shows for a text in a scope. */
const useSections = (text: string, scope: Scope, on: ReturnType<typeof useScopes>) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const { account } = useMe()
  const commands = useCommands(on)
  const [uses] = useState(() => usesOf(account.id))
  const recents = useRecents()
  const asRecord = useRecordCommand()
  const { found, failed, waiting } = useHits(text, scope === 'list' ? on.list?.resource : undefined)
  const typed = text.trim()
  const within = (c: Command) => c.scope === scope
  const beyond = (c: Command) => scopes.indexOf(c.scope) > scopes.indexOf(scope)
  const near = (c: Command) => within(c) || (scope === 'everything' && !beyond(c))
  const local = ((): Section[] => {
    if (typed) {
      return [
        { title: undefined, commands: rank(commands.filter(near), typed, uses).slice(0, MOST) },
        {
          title: t('palette.everywhere'),
          commands: rank(commands.filter(beyond), typed, uses).slice(0, MOST),
        },
      ]
    }
    const nameOf = (of: Scope) => on.names.get(of) ?? t('palette.everywhere')
    return [
      ...scopes
        .filter((of) => of !== 'everything' && (of === scope || scope === 'everything'))
        .map((of) => ({
          title: nameOf(of),
          commands: commands.filter((c) => c.scope === of && !c.quiet),
        })),
      {
        title: t('palette.recent'),
        commands: recents.map((hit) =>
          asRecord(hit, label(modelOf(hit.collection)?.label.one ?? '')),
        ),
      },
      ...(scope === 'everything'
        ? [
            {
              title: t('palette.everywhere'),
              commands: commands.filter((c) => c.scope === 'everything' && !c.quiet),
            },
          ]
        : []),
    ]
  })()
  const records = found.map(({ resource, hits, total, more }): Section => {
    const many = inSentence(resource.label.many)
    const all: Command = {
      key: `all ${resource.entity}`,
      scope: 'everything',
      label:
        total === undefined
          ? t('palette.allSome', { many })
          : t('palette.all', { count: total, many }),
      icon: IconArrowRight,
      run: () => void goTo(resource, { page: 'list', search: { search: typed } }),
    }
    return {
      title: label(resource.label.many),
      commands: [...hits.map((hit) => asRecord(hit, '')), ...(more ? [all] : [])],
    }
  })
  const sections = [...local, ...records].filter((s) => s.commands.length)
  return { sections, failed, waiting }
}

/**
 * Everything the person can go to, find and do, by typing: commands of the selection, the open
 * record and list, pages, settings, new and recent records, and the records the server finds.
 */
export const Palette = ({ here, onClose }: PaletteProps) => {
  const { t } = useTranslation()
  const { account } = useMe()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const on = useScopes()
  const [scope, setScope] = useState<Scope>(() =>
    here ? (scopes.find((s) => on.names.has(s)) ?? 'everything') : 'everything',
  )
  const [text, setText] = useState('')
  const [at, setAt] = useState<string>()
  const { sections, failed, waiting } = useSections(text, scope, on)
  const all = useMemo(() => sections.flatMap((s) => s.commands), [sections])
  const chosen = all.find((c) => c.key === at) ?? all[0]
  const chip = on.names.get(scope)

  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal?.()
    // It gives the focus to the first button.
    element?.querySelector('input')?.focus()
    return () => {
      element?.close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen?.key])

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
  const move = (by: number) => {
    if (!all.length) return
    const index = chosen ? all.indexOf(chosen) : 0
    setAt(all[(index + by + all.length) % all.length]?.key)
  }
  const onKeyDown = (e: KeyboardEvent<HTMLInputElement>) => {
    // The keys that choose a candidate of an input method are its own.
    if (e.nativeEvent.isComposing) return
    if (e.key === 'ArrowDown') move(1)
    else if (e.key === 'ArrowUp') move(-1)
    else if (e.key === 'PageDown') move(Math.min(8, all.length - 1 - all.indexOf(chosen!)))
    else if (e.key === 'PageUp') move(-Math.min(8, all.indexOf(chosen!)))
    else if (e.key === 'Enter') run(chosen)
    else if (e.key === 'Backspace' && !text && chip) widen()
    else return
    e.preventDefault()
  }
  const note = (): string => {
    if (failed) return t('common.searchFailed')
    if (all.length) return t('palette.found', { count: all.length })
    return waiting ? t('common.loading') : t('common.searchNothing', { q: text.trim() })
  }
  const indexOf = new Map(all.map((c, i) => [c, i]))
  return (
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={t('palette.title')}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
      }}
      onKeyDown={(e) => {
        if (e.key !== 'Escape' || e.nativeEvent.isComposing) return
        e.preventDefault()
        e.stopPropagation()
        onClose()
      }}
      onPointerDown={(e) => {
        if (e.target === e.currentTarget) onClose()
      }}
    >
      <div className={css.head}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        {chip ? (
          <span className={css.chip}>
            <bdi>{chip}</bdi>
            <button
              type="button"
              className={css.leave}
              aria-label={t('palette.leave', { label: chip })}
              onClick={(e) => {
                widen()
                e.currentTarget.closest('dialog')?.querySelector('input')?.focus()
              }}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ) : null}
        <input
          className={css.input}
          role="combobox"
          aria-label={t('palette.input')}
          placeholder={t('palette.placeholder')}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-${indexOf.get(chosen)}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          dir="auto"
          value={text}
          onChange={(e) => {
            setText(e.target.value)
            setAt(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
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
            {commands.map((command) => {
              const { icon: CommandIcon = IconArrowRight } = command
              return (
                <div
                  key={command.key}
                  id={`${id}-${indexOf.get(command)}`}
                  role="option"
                  aria-selected={command === chosen}
                  className={`${css.option} ${command.danger ? css.danger : ''}`}
                  onPointerDown={(e) => e.preventDefault()}
                  onPointerMove={() => setAt(command.key)}
                  onClick={() => run(command)}
                >
                  <CommandIcon size={16} stroke={1.5} aria-hidden />
                  <bdi className={css.label}>{command.label}</bdi>
                  {command.hint && command.hint !== title ? (
                    <bdi className={css.hint}>{command.hint}</bdi>
                  ) : null}
                  {command.tags ? (
                    <span className={css.tags}>
                      <TagList collection={command.tags.of} tags={command.tags.list.slice(0, 3)} />
                    </span>
                  ) : null}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={all.length && !failed ? 'visually-hidden' : css.note}>
        {note()}
      </p>
    </dialog>
  )
}
