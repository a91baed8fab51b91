import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react'
import { IconLock, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react'
import { uploadFile } from '#data/upload.ts'
import type { RecordData } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { draftOf, emptyDraft, keepDraft, type Draft } from './drafts.ts'
import css from './thread.module.css'

const MAX_FILES = 10
const MAX_LENGTH = 10_000

export interface ComposerProps {
  readonly account: string
  /** What the draft belongs to. */
  readonly draftKey: string
  /** Notes are for our own staff only. */
  readonly notes: boolean
  readonly replying: { readonly message: RecordData; readonly who: string } | undefined
  readonly editing: RecordData | undefined
  /** Ends replying or editing. */
  readonly onStop: () => void
  /** Answers false when the text should stay. */
  readonly onSend: (draft: Draft) => Promise<boolean>
}
interface Uploading { readonly id: number; readonly name: string; readonly share: number }
let uploads = 0

/** The box one writes in. Mount it anew for another conversation: it begins with that one's draft. */
export const Composer = ({ account, draftKey, notes, replying, editing, onStop, onSend }: ComposerProps) => {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(account, draftKey))
  const [text, setText] = useState<string>()
  const [uploading, setUploading] = useState<readonly Uploading[]>([])
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const note = notes && draft.note && !editing
  const value = editing ? text ?? String(editing.body ?? '') : draft.body
  const ready = !busy && !uploading.length && (value.trim() !== '' || (!editing && draft.attachments.length > 0))

  const [edited, setEdited] = useState(editing)
  if (edited !== editing) { setEdited(editing); setText(undefined) }
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }))
  useEffect(() => keepDraft(account, draftKey, draft), [account, draftKey, draft])
  useEffect(() => { if (editing || replying) box.current?.focus() }, [editing, replying])
  useLayoutEffect(() => {
    const el = box.current
    if (!el) return
    el.style.blockSize = 'auto'
    el.style.blockSize = `${Math.min(el.scrollHeight, 220)}px`
  }, [value])

  const attach = (list: Iterable<File>) => {
    const files = [...list]
    if (editing || !files.length) return
    if (draft.attachments.length + uploading.length + files.length > MAX_FILES) return toast.error(t('chat.tooMany', { max: MAX_FILES }))
    for (const file of files) {
      const id = ++uploads
      setUploading((old) => [...old, { id, name: file.name, share: 0 }])
      uploadFile(file, (share) => setUploading((old) => old.map((u) => (u.id === id ? { ...u, share } : u))))
        .then((info) => setDraft((old) => ({ ...old, attachments: [...old.attachments, { file: info.id, name: file.name.slice(0, 200) }] })))
        .catch((error: unknown) => toast.error(t('chat.uploadFailed', { name: file.name, why: error instanceof Error ? error.message : t('common.somethingWrong') })))
        .finally(() => setUploading((old) => old.filter((u) => u.id !== id)))
    }
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
    if (e.key === 'Escape' && (editing || replying)) { e.preventDefault(); e.stopPropagation(); onStop(); return }
    // While an input method composes, Enter belongs to it.
    if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing) return
    e.preventDefault()
    void send()
  }
  const onPaste = (e: ClipboardEvent) => { if (e.clipboardData.files.length) { e.preventDefault(); attach(e.clipboardData.files) } }
  const onDrop = (e: DragEvent) => { if (e.dataTransfer.files.length) { e.preventDefault(); attach(e.dataTransfer.files) } }
  const kinds = [{ note: false, text: t('chat.reply') }, { note: true, text: t('chat.note') }]
  return (
    <div className={css.composer} data-note={note || undefined} onDrop={onDrop} onDragOver={(e) => { if (e.dataTransfer.types.includes('Files')) e.preventDefault() }}>
      {editing || replying ? (
        <div className={css.context}><span className={css.contextText}>{editing ? t('chat.editing') : <><strong>{t('chat.replyingTo', { who: replying?.who })}</strong> {String(replying?.message.body ?? '')}</>}</span><button type="button" className={css.icon} aria-label={t('chat.stop')} onClick={onStop}><IconX size={16} aria-hidden /></button></div>
      ) : null}
      <textarea ref={box} className={css.box} rows={2} maxLength={MAX_LENGTH} dir="auto" aria-label={t('chat.box')} placeholder={t(note ? 'chat.writeNote' : 'chat.writeReply')} value={value} title={t('chat.keys')}
        onChange={(e) => (editing ? setText(e.currentTarget.value) : change({ body: e.currentTarget.value }))} onKeyDown={onKeyDown} onPaste={onPaste} />
      {!editing && (draft.attachments.length || uploading.length) ? (
        <ul className={css.chips}>
          {draft.attachments.map((a) => <li key={a.file} className={css.chip}><span className={css.fileName}>{a.name}</span><button type="button" className={css.icon} aria-label={t('chat.removeFile', { name: a.name })} onClick={() => change({ attachments: draft.attachments.filter((b) => b.file !== a.file) })}><IconX size={14} aria-hidden /></button></li>)}
          {uploading.map((u) => <li key={u.id} className={css.chip}><span className={css.fileName}>{u.name}</span><progress className={css.progress} value={u.share} aria-label={u.name} /></li>)}
        </ul>
      ) : null}
      <div className={css.tools}>
        {notes && !editing ? (
          <div className={css.kinds} role="radiogroup" aria-label={t('chat.kind')}>
            {kinds.map((k) => <label key={String(k.note)} className={css.kind} data-on={draft.note === k.note || undefined} {...(k.note ? { title: t('chat.noteHint') } : {})}><input type="radio" className="visually-hidden" name={`kind-${draftKey}`} checked={draft.note === k.note} onChange={() => { change({ note: k.note }); box.current?.focus() }} />{k.note ? <IconLock size={13} aria-hidden /> : null}{k.text}</label>)}
          </div>
        ) : null}
        {editing ? null : <><button type="button" className={css.icon} aria-label={t('chat.attach')} onClick={() => picker.current?.click()}><IconPaperclip size={18} aria-hidden /></button><input ref={picker} type="file" multiple hidden aria-label={t('chat.attach')} onChange={(e) => { attach(e.currentTarget.files ?? []); e.currentTarget.value = '' }} /></>}
        <span className={css.hint}>{t('chat.keys')}</span>
        <button type="button" className={css.send} disabled={!ready} onClick={() => void send()}><IconSend2 size={16} className={css.mirrored} aria-hidden />{t(editing ? 'chat.saveEdit' : note ? 'chat.addNote' : 'chat.send')}</button>
      </div>
    </div>
  )
}
