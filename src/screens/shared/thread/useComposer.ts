import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sendSignal } from '#data/signals.ts'
import { conversations } from '../resources.ts'
import type { ComposerProps } from './Composer.tsx'
import { emptyDraft } from './drafts.ts'
import type { Choice } from './Picker.tsx'
import { withPicked } from './trigger.ts'
import { useDraft, useEditedText } from './useDraft.ts'
import { usePicking } from './usePicking.ts'

/** Longest message. */
export const MAX_LENGTH = 10_000
const MAX_HEIGHT_PX = 220

/** The text box, as high as its text; `moveTo` places the cursor once the text has changed. */
const useTextBox = (value: string) => {
  const box = useRef<HTMLTextAreaElement>(null)
  const moveTo = useRef<number>(undefined)
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    el.style.blockSize = 'auto'
    el.style.blockSize = `${Math.min(el.scrollHeight, MAX_HEIGHT_PX)}px`
    if (moveTo.current !== undefined) {
      el.setSelectionRange(moveTo.current, moveTo.current)
      moveTo.current = undefined
    }
  }, [value])
  return { box, moveTo }
}

/** State and actions of the message editor. */
export const useComposer = ({
  account,
  conversation,
  draftKey,
  notes,
  replying,
  editing,
  onSend,
}: ComposerProps) => {
  const { draft, setDraft, change, uploads, attach } = useDraft(account, draftKey)
  const [text, setText] = useEditedText(editing)
  const [busy, setBusy] = useState(false)
  const note = notes && draft.note && !editing
  const value = editing ? text : draft.body
  const { box, moveTo } = useTextBox(value)
  const picking = usePicking(value, { note, conversation, disabled: editing !== undefined })
  const tooLong = value.trim().length > MAX_LENGTH
  const complete = editing
    ? value.trim() !== ''
    : !uploads.list.length && (value.trim() !== '' || draft.attachments.length > 0)
  const ready = !busy && !tooLong && complete
  useEffect(() => {
    if (editing || replying) box.current?.focus()
  }, [editing, replying, box])

  const write = (next: string, caret: number | undefined) => {
    if (editing) setText(next)
    else change({ body: next })
    picking.follow(caret)
    if (conversation && next.trim() && !note) {
      sendSignal(conversations().collection, conversation, 'typing')
    }
  }
  const pick = (choice: Choice) => {
    const { open, cursor } = picking
    if (!open || cursor === undefined) return
    const next = withPicked(value, cursor, open, choice.text)
    moveTo.current = next.cursor
    const mentions = [...draft.mentions, { id: choice.id, name: choice.title }]
    change({ body: next.text, ...(open.sign === '@' ? { mentions } : {}) })
    picking.close()
    box.current?.focus()
  }
  /** Inserts a trigger character at the cursor, which opens its list. */
  const begin = (sign: '/' | '@') => {
    const el = box.current
    const where = el?.selectionStart ?? value.length
    const put = (where === 0 || /\s$/.test(value.slice(0, where)) ? '' : ' ') + sign
    moveTo.current = where + put.length
    el?.focus()
    write(value.slice(0, where) + put + value.slice(where), where + put.length)
  }
  const send = async () => {
    if (!ready) return
    setBusy(true)
    const sent = await onSend({ ...draft, note, body: value.trim() }).catch(() => false)
    setBusy(false)
    if (sent && !editing) setDraft({ ...emptyDraft, note: draft.note })
    box.current?.focus()
  }
  return {
    draft,
    change,
    uploads,
    note,
    value,
    box,
    picking,
    tooLong,
    ready,
    write,
    pick,
    begin,
    send,
    attach: (files: Iterable<File>) => {
      if (!editing) attach(files)
    },
  }
}

/** What `useComposer` returns. */
export type ComposerState = ReturnType<typeof useComposer>
