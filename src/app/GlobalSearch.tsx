import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { searchQuery, type SearchHit } from '#data/queries.ts'
import { useGoTo } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { pending } from '#ui/pending.tsx'
import css from './search.module.css'

const SearchHits = lazy(async () => ({ default: (await import('./SearchHits.tsx')).SearchHits }))

const pauseMs = 200

/** The text, debounced. */
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

const grouped = (hits: readonly SearchHit[]): [string, SearchHit[]][] => {
  const groups = new Map<string, SearchHit[]>()
  for (const hit of hits) groups.set(hit.collection, [...(groups.get(hit.collection) ?? []), hit])
  return [...groups].filter(([collection]) => modelOf(collection)?.path)
}

/**
 * Search over every entity the person may see: a combobox with the records grouped by entity.
 * `Ctrl+K` focuses it.
 */
export const GlobalSearch = () => {
  const { t } = useTranslation()
  const id = useId()
  const goTo = useGoTo()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const q = usePaused(useDeferredValue(text.trim()))
  const { data, error, isFetching } = useQuery(searchQuery(q))
  const groups = grouped(q.length > 1 ? (data ?? []) : [])
  const hits = groups.flatMap(([, list]) => list)

  useEffect(() => {
    const key = (e: globalThis.KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey && e.key.toLowerCase() === 'k') {
        e.preventDefault()
        input.current?.focus()
        input.current?.select()
      }
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [])
  useEffect(() => setAt(0), [q])

  const choose = (hit: SearchHit | undefined) => {
    const resource = hit && modelOf(hit.collection)
    if (!hit || !resource) return
    setOpen(false)
    setText('')
    input.current?.blur()
    void goTo(resource, { page: 'detail', id: hit.id })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault()
      setOpen(true)
      if (hits.length) {
        setAt((was) => (was + (e.key === 'ArrowDown' ? 1 : -1) + hits.length) % hits.length)
      }
    } else if (e.key === 'Enter') choose(hits[at])
    else if (e.key === 'Escape') {
      if (open && text) setOpen(false)
      else input.current?.blur()
    }
  }
  const shown = open && text.trim().length > 0
  const noteOf = () => {
    if (text.trim().length < 2) return t('common.searchHint')
    if (error) return t('common.searchFailed')
    if (hits.length) return ''
    if (isFetching || q !== text.trim()) return t('common.loading')
    return t('common.searchNothing', { q })
  }
  const note = noteOf()
  return (
    <div
      className={css.box}
      onBlur={(e) => {
        if (!e.currentTarget.contains(e.relatedTarget)) setOpen(false)
      }}
    >
      <IconSearch size={16} stroke={1.75} className={css.icon} aria-hidden />
      <input
        ref={input}
        className={css.input}
        role="combobox"
        aria-label={t('common.searchEverything')}
        placeholder={t('common.search')}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && hits[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(e) => {
          setText(e.target.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <span className={css.keys} aria-hidden>
        Ctrl K
      </span>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('common.searchResults')}
        className={css.results}
        hidden={!shown || !hits.length}
      >
        {hits.length ? (
          <Suspense fallback={pending}>
            <SearchHits id={id} groups={groups} at={at} choose={choose} />
          </Suspense>
        ) : null}
      </div>
      {shown && note ? (
        <div className={css.results}>
          <p className={css.note} role="status">
            {note}
          </p>
        </div>
      ) : null}
    </div>
  )
}
