import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { peopleQuery, saveNote, type Mentionable } from '#data/timeline.ts'
import { MAX_NOTE } from '#model/timeline.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { encoded, typedName, withName } from './mentions.ts'
import css from './timeline.module.css'

interface Props {
  readonly resource: ResourceModel
  readonly id: string
  /** The edited note: its id, its text with names, and the people it mentions. */
  readonly editing?: {
    readonly note: string
    readonly text: string
    readonly chosen: ReadonlyMap<string, string>
  }
  readonly onDone: () => void
  /** Cancels editing. */
  readonly onCancel?: () => void
}

interface PeopleProps {
  readonly id: string
  readonly people: readonly Mentionable[]
  readonly active: number
  readonly onPick: (person: Mentionable) => void
}

const People = ({ id, people, active, onPick }: PeopleProps) => {
  const { t } = useTranslation()
  return (
    <ul id={id} role="listbox" aria-label={t('detail.mentionSomebody')} className={css.people}>
      {people.map((person, i) => (
        <li
          key={person.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          aria-disabled={!person.sees}
          onPointerDown={(e) => {
            e.preventDefault()
            onPick(person)
          }}
        >
          {person.name}
          {person.sees ? null : <span className={css.muted}> · {t('detail.cannotSee')}</span>}
        </li>
      ))}
    </ul>
  )
}

interface FootProps {
  readonly hint: string
  readonly label: string
  readonly busy: boolean
  readonly empty: boolean
  readonly onSend: () => void
  readonly onCancel: (() => void) | undefined
}

const Foot = ({ hint, label, busy, empty, onSend, onCancel }: FootProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.send}>
      <span id={hint} className={css.hint}>
        {t('detail.noteHint')}
      </span>
      {onCancel ? (
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant={empty ? 'default' : 'filled'}
        loading={busy}
        disabled={empty}
        onClick={onSend}
      >
        {label}
      </Button>
    </div>
  )
}

/** Editor of a note: `@` suggests people, Ctrl+Enter sends. */
export const NoteComposer = ({ resource, id, editing, onDone, onCancel }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useState(editing?.text ?? '')
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [busy, setBusy] = useState(false)
  const chosen = useRef(new Map(editing?.chosen))
  const input = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const typed = typedName(text, caret)
  const { data } = useQuery({
    ...peopleQuery(resource, id, typed ?? ''),
    enabled: typed !== undefined,
  })
  const offered = typed === undefined ? [] : (data?.data ?? [])
  const pick = (person: Mentionable) => {
    if (!person.sees) return
    chosen.current.set(person.name, person.id)
    const next = withName(text, caret, person.name)
    const at = caret - (typed?.length ?? 0) + person.name.length + 1
    setText(next)
    setCaret(at)
    setActive(0)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(at, at)
    })
  }
  const send = () => {
    if (!text.trim() || busy) return
    setBusy(true)
    saveNote(resource, id, encoded(text, chosen.current), editing?.note)
      .then(
        () => {
          setText('')
          chosen.current.clear()
          onDone()
        },
        (error: unknown) => toast.error(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => setBusy(false))
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const person = offered[active]
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
      e.preventDefault()
      send()
    } else if (person && (e.key === 'Enter' || e.key === 'Tab')) {
      e.preventDefault()
      pick(person)
    } else if (offered.length && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      e.preventDefault()
      const step = e.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + offered.length) % offered.length)
    } else if (e.key === 'Escape' && offered.length) {
      e.stopPropagation()
      setCaret(0)
    }
  }
  return (
    <div className={css.composer}>
      <textarea
        ref={input}
        className={css.input}
        aria-label={t(editing ? 'detail.editNote' : 'detail.writeNote')}
        aria-describedby={`${list}-hint`}
        aria-autocomplete="list"
        aria-controls={offered.length ? list : undefined}
        aria-activedescendant={offered.length ? `${list}-${active}` : undefined}
        placeholder={t('detail.writeNote')}
        rows={editing ? 4 : 2}
        maxLength={MAX_NOTE}
        value={text}
        onChange={(e) => {
          setText(e.target.value)
          setCaret(e.target.selectionStart)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {offered.length ? <People id={list} people={offered} active={active} onPick={pick} /> : null}
      <Foot
        hint={`${list}-hint`}
        label={t(editing ? 'common.save' : 'detail.addNote')}
        busy={busy}
        empty={!text.trim()}
        onSend={send}
        onCancel={onCancel}
      />
    </div>
  )
}
