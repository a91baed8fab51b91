import { measure, chunksOf } from './chunks.ts'
import { contentOf, expectOk, type RemoteOptions } from './remote.ts'
import type { S3Bucket } from './s3Address.ts'
import { s3Calls } from './s3Call.ts'
import { putInParts } from './s3Parts.ts'
import { newFileKey, requireFileKey, type FileStore } from './store.ts'

/**
 * Larger content is uploaded in parts of this many bytes; S3 requires 5 MiB for all but the last.
 */
const partBytes = 8 * 1024 * 1024

/**
 * Stores files in a bucket of an S3-compatible store (AWS, MinIO, Ceph, R2 …). Every request is
 * signed with Signature Version 4, including its body; content over 8 MiB is uploaded in parts,
 * which are dropped if it ends early. Files are read through the server only: nothing in the bucket
 * has to be public.
 */
export const s3FileStore = (bucket: S3Bucket, options: RemoteOptions = {}): FileStore => {
  const call = s3Calls(bucket, options)

  const whole = async (key: string, body: Uint8Array): Promise<void> => {
    await (
      await expectOk(
        await call({ method: 'PUT', key, body, type: 'application/octet-stream' }),
        'PUT',
      )
    ).body?.cancel()
  }

  return {
    async put(content, { extension, onProgress }) {
      const key = newFileKey(extension)
      const measured = measure(content)
      const parts = chunksOf(measured.content, partBytes)
      const first = await parts.next()
      const second = await parts.next()
      if (second.done) {
        await whole(key, first.value as Uint8Array)
        onProgress?.(measured.size())
      } else {
        let kept = 0
        async function* all(): AsyncGenerator<Uint8Array> {
          yield first.value as Uint8Array
          yield second.value as Uint8Array
          yield* parts
        }
        await putInParts(call, key, all(), (bytes) => onProgress?.((kept += bytes)))
      }
      return { key, size: measured.size(), hash: measured.hash() }
    },
    get: async (key) => contentOf(await call({ method: 'GET', key: requireFileKey(key) }), 'GET'),
    async delete(key) {
      const response = await call({ method: 'DELETE', key: requireFileKey(key) })
      if (response.status !== 404) await expectOk(response, 'DELETE')
      await response.body?.cancel()
    },
  }
}
