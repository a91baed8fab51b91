import { Button } from '#ui/Button.tsx'
import { useId, useState, type KeyboardEvent } from 'react'
import { createAttempts } from '#data/api.ts'
import { isProblem } from '#data/problem.ts'
import { saveNote, type Mentionable } from '#data/timeline.ts'
import { MAX_NOTE } from '#model/timeline.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import { useMentions, type MentionedText } from './useMentions.ts'
import css from './note.module.css'
import line from './timeline.module.css'

interface Props {
  readonly resource: ResourceModel
  readonly id: string
  /** The edited note: its id and its text. */
  readonly editing?: MentionedText & { readonly note: string }
  /** Returns what was typed before the editor was here. */
  readonly typed?: () => string
  readonly onDone: () => void
  /** Closes the editor without saving. */
  readonly onCancel: () => void
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
          {person.sees ? null : <span className={line.muted}> · {t('detail.cannotSee')}</span>}
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
  readonly onCancel: () => void
}

const Foot = ({ hint, label, busy, empty, onSend, onCancel }: FootProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.send}>
      <span id={hint} className={css.hint}>
        {t('detail.noteHint')}
      </span>
      <Button size="compact" variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button
        size="compact"
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
export const NoteComposer = ({ resource, id, editing, typed, onDone, onCancel }: Props) => {
  const { t } = useTranslation()
  const { input, text, stored, offered, active, setActive, type, dismiss, pick } = useMentions(
    resource,
    id,
    editing,
    typed,
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [keyOf] = useState(createAttempts)
  const list = useId()
  const send = () => {
    if (!text.trim() || busy) return
    setBusy(true)
    setFailure(undefined)
    saveNote(resource, id, stored(), { note: editing?.note, key: keyOf(stored()) })
      .then(onDone, setFailure)
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
      dismiss()
    } else if (e.key === 'Escape' && text === (editing?.text ?? '')) {
      e.stopPropagation()
      onCancel()
    }
  }
  const done = editing ? 'common.save' : 'detail.addNote'
  return (
    <div className={css.composer}>
      <textarea
        ref={input}
        className={line.input}
        aria-label={t(editing ? 'detail.editNote' : 'detail.writeNote')}
        aria-describedby={`${list}-hint`}
        aria-autocomplete="list"
        aria-controls={offered.length ? list : undefined}
        aria-activedescendant={offered.length ? `${list}-${active}` : undefined}
        placeholder={t('detail.writeNote')}
        autoFocus
        rows={editing ? 4 : 2}
        maxLength={MAX_NOTE}
        value={text}
        onChange={(e) => type(e.target.value, e.target.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {offered.length ? <People id={list} people={offered} active={active} onPick={pick} /> : null}
      {failure ? (
        <p className={texts.wrong} role="alert">
          {failure.message}
        </p>
      ) : null}
      <Foot
        hint={`${list}-hint`}
        label={t(isProblem(failure, 0) ? 'common.retry' : done)}
        busy={busy}
        empty={!text.trim()}
        onSend={send}
        onCancel={onCancel}
      />
    </div>
  )
}
