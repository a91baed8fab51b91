import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '#data/upload.ts'
import type { Attachment } from './outbox.ts'

/** A file on its way; `share` 0–1, `failed` why it did not arrive. */
export interface Uploading { readonly id: number; readonly file: File; readonly share: number; readonly failed?: string }

/** Uploads of one message; `onDone` gets each file the server has. */
export const useUploads = (onDone: (file: Attachment) => void) => {
  const [list, setList] = useState<readonly Uploading[]>([])
  const next = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())
  const done = useRef(onDone)
  useEffect(() => { done.current = onDone })
  const change = (id: number, make: (old: Uploading) => Uploading) => setList((old) => old.map((u) => (u.id === id ? make(u) : u)))
  const remove = (id: number) => { aborts.current.get(id)?.abort(); aborts.current.delete(id); setList((old) => old.filter((u) => u.id !== id)) }
  const run = (id: number, file: File) => {
    const abort = new AbortController()
    aborts.current.set(id, abort)
    uploadFile(file, (share) => change(id, (u) => ({ ...u, share })), abort.signal).then(
      (info) => { done.current({ file: info.id, name: file.name.slice(0, 200) }); remove(id) },
      (error: unknown) => { if (!abort.signal.aborted) change(id, (u) => ({ ...u, failed: error instanceof Error ? error.message : String(error) })) })
  }
  return {
    list,
    /** True while something has neither arrived nor failed. */
    busy: list.some((u) => !u.failed),
    add(file: File) { const id = ++next.current; setList((old) => [...old, { id, file, share: 0 }]); run(id, file) },
    retry(id: number) { const one = list.find((u) => u.id === id); if (one) { change(id, ({ failed: _, ...u }) => ({ ...u, share: 0 })); run(id, one.file) } },
    remove,
  }
}
