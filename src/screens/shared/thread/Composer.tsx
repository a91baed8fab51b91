import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from 'react'
import { IconAt, IconBolt, IconLock, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react'
import { useCan } from '#data/me.ts'
import { sendSignal } from '#data/signals.ts'
import type { RecordData } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { conversations } from '../resources.ts'
import { Chips } from './Chips.tsx'
import { draftOf, emptyDraft, keepDraft, type Draft } from './drafts.ts'
import { Picker, useChoices, type Choice } from './Picker.tsx'
import { triggerAt, withPicked } from './trigger.ts'
import { useUploads } from '#engine/useUploads.ts'
import css from './thread.module.css'

const MAX_FILES = 10
const MAX_LENGTH = 10_000
/** Length from which the remaining characters are shown. */
const COUNT_FROM = 9000

export interface ComposerProps {
  readonly account: string
  readonly conversation: string | undefined
  /** Key under which the draft is stored. */
  readonly draftKey: string
  /** True when notes are allowed, which only our own staff can read. */
  readonly notes: boolean
  readonly replying: { readonly message: RecordData; readonly who: string } | undefined
  readonly editing: RecordData | undefined
  /** Called to end replying or editing. */
  readonly onStop: () => void
  /** Returns false to keep the text. */
  readonly onSend: (draft: Draft) => Promise<boolean>
}

/**
 * The message editor. Remount it for another conversation; it starts with that conversation's
 * draft.
 */
export const Composer = ({
  account,
  conversation,
  draftKey,
  notes,
  replying,
  editing,
  onStop,
  onSend,
}: ComposerProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const can = useCan()
  const id = useId()
  const [draft, setDraft] = useState(() => draftOf(account, draftKey))
  const [text, setText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [cursor, setCursor] = useState<number>()
  const [active, setActive] = useState(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const moveTo = useRef<number>(undefined)
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }))
  const uploads = useUploads({
    onDone: ({ id: stored }, { name }) =>
      setDraft((old) => ({
        ...old,
        attachments: [...old.attachments, { file: stored, name: name.slice(0, 200) }],
      })),
  })
  const note = notes && draft.note && !editing
  const value = editing ? (text ?? String(editing.body ?? '')) : draft.body
  const tooLong = value.trim().length > MAX_LENGTH
  const ready =
    !busy &&
    !tooLong &&
    (editing !== undefined || !uploads.list.length) &&
    (value.trim() !== '' || (!editing && draft.attachments.length > 0))
  const trigger = cursor === undefined || editing ? undefined : triggerAt(value, cursor, note)
  const choices = useChoices(trigger, conversation)
  const picking = trigger && choices.length ? trigger : undefined
  const at = Math.min(active, choices.length - 1)

  const [edited, setEdited] = useState(editing)
  if (edited !== editing) {
    setEdited(editing)
    setText(undefined)
  }
  useEffect(() => keepDraft(account, draftKey, draft), [account, draftKey, draft])
  useEffect(() => {
    if (editing || replying) box.current?.focus()
  }, [editing, replying])
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    el.style.blockSize = 'auto'
    el.style.blockSize = `${Math.min(el.scrollHeight, 220)}px`
    if (moveTo.current !== undefined) {
      el.setSelectionRange(moveTo.current, moveTo.current)
      moveTo.current = undefined
    }
  }, [value])

  const attach = (list: Iterable<File>) => {
    const files = [...list]
    if (editing || !files.length) return
    if (draft.attachments.length + uploads.list.length + files.length > MAX_FILES) {
      return toast.error(t('chat.tooMany', { max: MAX_FILES }))
    }
    files.forEach(uploads.add)
  }
  const write = (next: string, caret: number | undefined) => {
    if (editing) setText(next)
    else change({ body: next })
    setCursor(caret)
    setActive(0)
    if (conversation && next.trim() && !note) {
      sendSignal(conversations().collection, conversation, 'typing')
    }
  }
  const pick = (choice: Choice) => {
    if (!picking || cursor === undefined) return
    const next = withPicked(value, cursor, picking, choice.text)
    moveTo.current = next.cursor
    change({
      body: next.text,
      ...(picking.sign === '@'
        ? { mentions: [...draft.mentions, { id: choice.id, name: choice.title }] }
        : {}),
    })
    setCursor(undefined)
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
  const onKeyDown = (e: KeyboardEvent) => {
    // Leave keys to an input method that is composing.
    if (e.nativeEvent.isComposing) return
    if (picking) {
      const stepOf = () => {
        if (e.key === 'ArrowDown') return 1
        if (e.key === 'ArrowUp') return -1
        return 0
      }
      const step = stepOf()
      if (step) {
        e.preventDefault()
        setActive((at + step + choices.length) % choices.length)
        return
      }
      if (e.key === 'Enter' || e.key === 'Tab') {
        e.preventDefault()
        pick(choices[at]!)
        return
      }
      if (e.key === 'Escape') {
        e.preventDefault()
        e.stopPropagation()
        setCursor(undefined)
        return
      }
    }
    if (e.key === 'Escape' && (editing || replying)) {
      e.preventDefault()
      e.stopPropagation()
      onStop()
      return
    }
    if (e.key !== 'Enter' || e.shiftKey) return
    e.preventDefault()
    void send()
  }
  const onPaste = (e: ClipboardEvent) => {
    if (e.clipboardData.files.length) {
      e.preventDefault()
      attach(e.clipboardData.files)
    }
  }
  const onDrop = (e: DragEvent) => {
    setOver(false)
    if (e.dataTransfer.files.length) {
      e.preventDefault()
      attach(e.dataTransfer.files)
    }
  }
  const kinds = [
    { note: false, text: t('chat.reply') },
    { note: true, text: t('chat.note') },
  ]
  const sendKey = () => {
    if (editing) return 'chat.saveEdit'
    if (note) return 'chat.addNote'
    return 'chat.send'
  }
  return (
    <div
      className={css.composer}
      data-note={note || undefined}
      data-over={over || undefined}
      onDrop={onDrop}
      onDragLeave={() => setOver(false)}
      onDragOver={(e) => {
        if (e.dataTransfer.types.includes('Files')) {
          e.preventDefault()
          setOver(true)
        }
      }}
    >
      {picking ? (
        <Picker id={`${id}-list`} trigger={picking} choices={choices} active={at} onPick={pick} />
      ) : null}
      {editing || replying ? (
        <div className={css.context}>
          <span className={css.contextText}>
            {editing ? (
              t('chat.editing')
            ) : (
              <>
                <strong>{t('chat.replyingTo', { who: replying?.who })}</strong>{' '}
                {String(replying?.message.body ?? '')}
              </>
            )}
          </span>
          <button type="button" className={css.icon} aria-label={t('chat.stop')} onClick={onStop}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ) : null}
      <textarea
        ref={box}
        data-chat-box
        className={css.box}
        rows={2}
        dir="auto"
        aria-label={t('chat.box')}
        placeholder={t(note ? 'chat.writeNote' : 'chat.writeReply')}
        value={value}
        title={t('chat.keys')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(picking
          ? { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-list-${at}` }
          : {})}
        aria-invalid={tooLong || undefined}
        {...(value.length > COUNT_FROM ? { 'aria-describedby': `${id}-count` } : {})}
        onChange={(e) => write(e.currentTarget.value, e.currentTarget.selectionStart)}
        onSelect={(e) => {
          if (picking) setCursor(e.currentTarget.selectionStart)
        }}
        onBlur={() => setCursor(undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {!editing && (draft.attachments.length || uploads.list.length) ? (
        <Chips
          files={draft.attachments}
          uploading={uploads.list}
          onRemove={(file) =>
            change({ attachments: draft.attachments.filter((b) => b.file !== file) })
          }
          onRetry={uploads.retry}
          onCancel={uploads.remove}
        />
      ) : null}
      <div className={css.tools}>
        {notes && !editing ? (
          <div className={css.kinds} role="radiogroup" aria-label={t('chat.kind')}>
            {kinds.map((k) => (
              <label
                key={String(k.note)}
                className={css.kind}
                data-on={draft.note === k.note || undefined}
                {...(k.note ? { title: t('chat.noteHint') } : {})}
              >
                <input
                  type="radio"
                  className="visually-hidden"
                  name={`kind-${draftKey}`}
                  data-chat-kind={k.note ? 'note' : 'reply'}
                  checked={draft.note === k.note}
                  onClick={() => box.current?.focus()}
                  onChange={() => change({ note: k.note })}
                />
                {k.note ? <IconLock size={13} aria-hidden /> : null}
                {k.text}
              </label>
            ))}
          </div>
        ) : null}
        {editing ? null : (
          <>
            <button
              type="button"
              className={css.icon}
              aria-label={t('chat.attach')}
              title={t('chat.attach')}
              onClick={() => picker.current?.click()}
            >
              <IconPaperclip size={18} aria-hidden />
            </button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label={t('chat.attach')}
              onChange={(e) => {
                attach(e.currentTarget.files ?? [])
                e.currentTarget.value = ''
              }}
            />
            {can('macro.list') ? (
              <button
                type="button"
                className={css.icon}
                aria-label={t('chat.canned')}
                title={t('chat.cannedHint')}
                onClick={() => begin('/')}
              >
                <IconBolt size={18} aria-hidden />
              </button>
            ) : null}
            {note && conversation && can('employee.list') ? (
              <button
                type="button"
                className={css.icon}
                aria-label={t('chat.mention')}
                title={t('chat.mention')}
                onClick={() => begin('@')}
              >
                <IconAt size={18} aria-hidden />
              </button>
            ) : null}
          </>
        )}
        {value.length > COUNT_FROM ? (
          <span id={`${id}-count`} className={css.count} data-over={tooLong || undefined}>
            {t('chat.length', { now: number(value.trim().length), max: number(MAX_LENGTH) })}
          </span>
        ) : (
          <span className={css.hint}>{t('chat.keys')}</span>
        )}
        <button type="button" className={css.send} disabled={!ready} onClick={() => void send()}>
          <IconSend2 size={16} className={css.mirrored} aria-hidden />
          {t(sendKey())}
        </button>
      </div>
    </div>
  )
}
