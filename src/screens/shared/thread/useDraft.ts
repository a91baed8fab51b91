import { useEffect, useState } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useUploads } from '#engine/useUploads.ts'
import { draftOf, keepDraft, type Draft } from './drafts.ts'
import type { Seen } from '../resources.ts'

const MAX_FILES = 10

/** The draft stored under `draftKey`, kept as it changes, with the uploads of its attachments. */
export const useDraft = (account: string, draftKey: string) => {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(account, draftKey))
  const uploads = useUploads({
    onDone: ({ id: stored }, { name }) =>
      setDraft((old) => ({
        ...old,
        attachments: [...old.attachments, { file: stored, name: name.slice(0, 200) }],
      })),
  })
  useEffect(() => keepDraft(account, draftKey, draft), [account, draftKey, draft])
  return {
    draft,
    setDraft,
    uploads,
    change: (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })),
    /** Uploads the files as attachments, up to ten of them. */
    attach: (list: Iterable<File>) => {
      const files = [...list]
      if (!files.length) return
      if (draft.attachments.length + uploads.list.length + files.length > MAX_FILES) {
        return toast.error(t('chat.tooMany', { max: MAX_FILES }))
      }
      files.forEach(uploads.add)
    },
  }
}

/** New text of the message being edited; starts again with another message. */
export const useEditedText = (editing: Seen<'chat-messages'> | undefined) => {
  const [text, setText] = useState<string>()
  const [edited, setEdited] = useState(editing)
  if (edited !== editing) {
    setEdited(editing)
    setText(undefined)
  }
  return [text ?? String(editing?.body ?? ''), setText] as const
}
