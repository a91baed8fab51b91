import { useId, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react'
import { IconSend2, IconX } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { Chips } from './Chips.tsx'
import { ComposerTools, KindSwitch } from './ComposerTools.tsx'
import type { Draft } from './drafts.ts'
import { Picker } from './Picker.tsx'
import { MAX_LENGTH, useComposer, type ComposerState } from './useComposer.ts'
import css from './thread.module.css'
import type { Seen } from '../resources.ts'

/** Length from which the remaining characters are shown. */
const COUNT_FROM = 9000

export interface ComposerProps {
  readonly account: string
  readonly conversation: string | undefined
  /** Key under which the draft is stored. */
  readonly draftKey: string
  /** True when notes are allowed, which only our own staff can read. */
  readonly notes: boolean
  readonly replying: { readonly message: Seen<'chat-messages'>; readonly who: string } | undefined
  readonly editing: Seen<'chat-messages'> | undefined
  /** Called to end replying or editing. */
  readonly onStop: () => void
  /** Returns false to keep the text. */
  readonly onSend: (draft: Draft) => Promise<boolean>
}

/** Shows what is edited or replied to, with a button to stop that. */
const Context = ({
  replying,
  editing,
  onStop,
}: Pick<ComposerProps, 'replying' | 'editing' | 'onStop'>) => {
  const { t } = useTranslation()
  return (
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
  )
}

/** The text box with the list that a trigger character opens. */
const TextBox = ({
  id,
  composer: { note, value, box, picking, tooLong, write, pick, attach, send },
  replying,
  editing,
  onStop,
}: Pick<ComposerProps, 'replying' | 'editing' | 'onStop'> & {
  readonly id: string
  readonly composer: ComposerState
}) => {
  const { t } = useTranslation()
  const onKeyDown = (e: KeyboardEvent) => {
    // Leave keys to an input method that is composing.
    if (e.nativeEvent.isComposing || picking.onKey(e, pick)) return
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
  return (
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
      {...(picking.open
        ? { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-list-${picking.at}` }
        : {})}
      aria-invalid={tooLong || undefined}
      {...(value.length > COUNT_FROM ? { 'aria-describedby': `${id}-count` } : {})}
      onChange={(e) => write(e.currentTarget.value, e.currentTarget.selectionStart)}
      onSelect={(e) => {
        if (picking.open) picking.setCursor(e.currentTarget.selectionStart)
      }}
      onBlur={picking.close}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
}

/** The hint about keys; near the limit, the length of the text instead. */
const LengthOrHint = ({
  id,
  composer: { value, tooLong },
}: {
  readonly id: string
  readonly composer: ComposerState
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return value.length > COUNT_FROM ? (
    <span id={`${id}-count`} className={css.count} data-over={tooLong || undefined}>
      {t('chat.length', { now: number(value.trim().length), max: number(MAX_LENGTH) })}
    </span>
  ) : (
    <span className={css.hint}>{t('chat.keys')}</span>
  )
}

/**
 * The message editor. Remount it for another conversation; it starts with that conversation's
 * draft.
 */
export const Composer = (props: ComposerProps) => {
  const { conversation, draftKey, notes, replying, editing, onStop } = props
  const { t } = useTranslation()
  const id = useId()
  const [over, setOver] = useState(false)
  const composer = useComposer(props)
  const { draft, change, uploads, note, picking, ready, pick, attach, send } = composer
  const onDrop = (e: DragEvent) => {
    setOver(false)
    if (e.dataTransfer.files.length) {
      e.preventDefault()
      attach(e.dataTransfer.files)
    }
  }
  const sendKey = () => {
    if (editing) return 'chat.saveEdit'
    return note ? 'chat.addNote' : 'chat.send'
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
      {picking.open ? (
        <Picker
          id={`${id}-list`}
          trigger={picking.open}
          choices={picking.choices}
          active={picking.at}
          onPick={pick}
        />
      ) : null}
      {editing || replying ? (
        <Context replying={replying} editing={editing} onStop={onStop} />
      ) : null}
      <TextBox id={id} composer={composer} {...{ replying, editing, onStop }} />
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
        {notes && !editing ? <KindSwitch composer={composer} draftKey={draftKey} /> : null}
        {editing ? null : <ComposerTools composer={composer} conversation={conversation} />}
        <LengthOrHint id={id} composer={composer} />
        <button type="button" className={css.send} disabled={!ready} onClick={() => void send()}>
          <IconSend2 size={16} className={css.mirrored} aria-hidden />
          <span className={css.sendText}>{t(sendKey())}</span>
        </button>
      </div>
    </div>
  )
}
