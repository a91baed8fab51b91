import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#data/problem.ts'
import type { FileInfo } from '#data/types.ts'
import { uploadFile } from '#data/upload.ts'
import { noteWork } from './form/underway.ts'

/**
 * An upload in progress; `share` 0–1, `waiting` for a connection, `failed` is the reason of a
 * failure.
 */
export interface Uploading {
  readonly id: number
  readonly file: File
  readonly share: number
  readonly waiting?: boolean
  readonly failed?: string
  /** A retry would fail the same way. */
  readonly refused?: boolean
}

interface Options {
  /** Receives each uploaded file, in the order they were added. */
  readonly onDone: (info: FileInfo, file: File) => void
  /** Accepted media types; default: all the server stores. */
  readonly accept?: readonly string[] | undefined
  /** The `control` of the form around the input; the form waits for its uploads before saving. */
  readonly form?: object
}

/** Uploads of one input, one after another. Unmounting the input cancels pending ones. */
export const useUploads = (options: Options) => {
  const [list, setList] = useState<readonly Uploading[]>([])
  const next = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())
  const queue = useRef(Promise.resolve())
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  const change = (id: number, part: Partial<Uploading>) =>
    setList((old) => old.map((u) => (u.id === id ? { ...u, ...part } : u)))
  const remove = (id: number) => {
    aborts.current.get(id)?.abort()
    aborts.current.delete(id)
    setList((old) => old.filter((u) => u.id !== id))
  }
  const run = (id: number, file: File) => {
    const abort = new AbortController()
    aborts.current.set(id, abort)
    const { accept } = latest.current
    const one = async () => {
      if (abort.signal.aborted) return
      try {
        const info = await uploadFile(file, {
          signal: abort.signal,
          onProgress: (share) => change(id, { share }),
          onWaiting: (waiting) => change(id, { waiting }),
          ...(accept ? { accept } : {}),
        })
        if (abort.signal.aborted) return
        latest.current.onDone(info, file)
        remove(id)
      } catch (error) {
        if (!abort.signal.aborted) {
          change(id, {
            waiting: false,
            failed: error instanceof Error ? error.message : String(error),
            refused: error instanceof ApiProblem && [413, 415, 422].includes(error.status),
          })
        }
      }
    }
    queue.current = queue.current.then(one)
    if (latest.current.form) noteWork(latest.current.form, queue.current)
  }
  return {
    list,
    /** True while an upload is pending. */
    busy: list.some((u) => !u.failed),
    add(file: File) {
      const id = ++next.current
      setList((old) => [...old, { id, file, share: 0 }])
      run(id, file)
    },
    /** Resumes a failed one where it stopped. */
    retry(id: number) {
      const one = list.find((u) => u.id === id)
      if (!one) return
      setList((old) =>
        old.map(({ failed, ...u }) => (u.id === id || failed === undefined ? u : { ...u, failed })),
      )
      run(id, one.file)
    },
    remove,
  }
}
