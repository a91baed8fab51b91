/** Uploads with progress; `fetch` reports none for what it sends, so this is the one place that uses XMLHttpRequest. */
import { apiUrl, newKey } from './api.ts'
import { ApiProblem, problemOf } from './problem.ts'
import { storedTokens } from './session.ts'
import type { FileInfo } from './types.ts'

/** Sends one file; `onProgress` gets the share sent, 0–1. Throws `ApiProblem`. */
export const uploadFile = (file: File, onProgress: (share: number) => void, signal?: AbortSignal): Promise<FileInfo> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiUrl('/api/files'))
    request.setRequestHeader('Authorization', `Bearer ${storedTokens()?.token ?? ''}`)
    request.setRequestHeader('Idempotency-Key', newKey())
    request.upload.onprogress = (e) => { if (e.lengthComputable) onProgress(e.loaded / e.total) }
    request.onerror = () => reject(new ApiProblem({ status: 0, code: 'network', detail: 'The server cannot be reached.' }))
    request.onabort = () => reject(new ApiProblem({ status: 0, code: 'cancelled', detail: 'The upload was cancelled.' }))
    request.onload = () => {
      if (request.status === 201) resolve((JSON.parse(request.responseText) as { data: FileInfo }).data)
      else void problemOf(new Response(request.responseText, { status: Math.max(200, request.status) })).then(reject)
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
