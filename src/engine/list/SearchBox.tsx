import { use, useEffect, useRef, useState, type RefObject } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { HeldSearch } from '../links.tsx'
import { focusRow } from './rowFocus.ts'
import type { ListSetup } from './useList.ts'
import css from './list.module.css'

/** Debounce of typing before the list is requested. */
const restMs = 250

/** The search of a list. It follows the URL, except while someone types. */
export const SearchBox = ({
  list,
  inputRef,
}: {
  readonly list: ListSetup
  readonly inputRef: RefObject<HTMLInputElement | null>
}) => {
  const { t } = useTranslation()
  const { setSearch } = list
  // On other pages the key is the page's.
  const ofPage = use(HeldSearch) === undefined
  const asked = list.search.search ?? ''
  const [text, setText] = useState(asked)
  // What was sent and has not arrived in the URL yet, after what is there now.
  const sent = useRef([asked])
  if (asked !== sent.current[0]) {
    const arrived = sent.current.indexOf(asked)
    sent.current = arrived > 0 ? sent.current.slice(arrived) : [asked]
    if (arrived < 0 && asked !== text.trim()) setText(asked)
  }
  useEffect(() => {
    const next = text.trim()
    if (next === sent.current.at(-1)) return
    const timer = setTimeout(() => {
      sent.current = [...sent.current, next]
      setSearch({ search: next || undefined }, { replace: true })
    }, restMs)
    return () => clearTimeout(timer)
  }, [text, setSearch])
  const name = t('list.search', { many: inSentence(list.resource.label.many) })
  return (
    <div className={css.search}>
      <IconSearch size={16} className={css.searchIcon} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        className={css.searchInput}
        value={text}
        maxLength={200}
        aria-label={name}
        placeholder={name}
        aria-keyshortcuts="/"
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'Escape') {
            if (text) {
              e.preventDefault()
              setText('')
            } else e.currentTarget.blur()
          }
          // From what was found to its first row.
          if (e.key === 'ArrowDown' && focusRow(null, 1)) e.preventDefault()
        }}
      />
      {ofPage ? (
        <kbd className={css.kbd} aria-hidden>
          /
        </kbd>
      ) : null}
    </div>
  )
}
