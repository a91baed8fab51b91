import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { measure, chunksOf } from './chunks.ts'
import { contentOf, expectOk, reach, storeUnavailable, type RemoteOptions } from './remote.ts'
import type { S3Bucket } from './s3Address.ts'
import { newFileKey, requireFileKey, type FileStore } from './store.ts'

/**
 * Larger content is uploaded in parts of this many bytes; S3 requires 5 MiB for all but the last.
 */
const partBytes = 8 * 1024 * 1024

interface Call {
  readonly method: string
  readonly key: string
  readonly query?: string
  readonly body?: Uint8Array | string
  readonly type?: string
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
const unescaped = (text: string): string =>
  text
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
const tag = (xml: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

/**
 * Stores files in a bucket of an S3-compatible store (AWS, MinIO, Ceph, R2 …). Every request is
 * signed with Signature Version 4, including its body; content over 8 MiB is uploaded in parts,
 * which are dropped if it ends early. Files are read through the server only: nothing in the bucket
 * has to be public.
 */
export const s3FileStore = (bucket: S3Bucket, options: RemoteOptions = {}): FileStore => {
  const { accessKeyId, secretAccessKey, region } = bucket
  const call = ({ method, key, query = '', body, type }: Call): Promise<Response> =>
    reach(async (signal) => {
      const payload = typeof body === 'string' ? Buffer.from(body) : body
      // Signed again for every attempt, since a signature is valid for only a few minutes.
      const signed = await new AwsV4Signer({
        method,
        url: `${bucket.address}/${bucket.prefix}${key}${query}`,
        accessKeyId,
        secretAccessKey,
        region,
        service: 's3',
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(payload ?? '')
            .digest('hex'),
          ...(type ? { 'content-type': type } : {}),
        },
      }).sign()
      return fetch(signed.url, {
        method,
        headers: signed.headers,
        signal,
        ...(payload ? { body: payload as BodyInit } : {}),
      })
    }, options)
  const quiet = async (answer: Promise<Response>): Promise<void> => {
    await (await answer.catch(() => undefined))?.body?.cancel()
  }

  const whole = async (key: string, body: Uint8Array): Promise<void> => {
    await (
      await expectOk(
        await call({ method: 'PUT', key, body, type: 'application/octet-stream' }),
        'PUT',
      )
    ).body?.cancel()
  }

  const inParts = async (
    key: string,
    parts: AsyncIterable<Uint8Array>,
    onPart: (bytes: number) => void,
  ): Promise<void> => {
    const begun = await (
      await expectOk(
        await call({ method: 'POST', key, query: '?uploads=', type: 'application/octet-stream' }),
        'CreateMultipartUpload',
      )
    ).text()
    const upload = tag(begun, 'UploadId')
    if (!upload) throw storeUnavailable(new Error('CreateMultipartUpload: no UploadId'))
    const named = `uploadId=${encodeURIComponent(upload)}`
    try {
      const etags: string[] = []
      for await (const body of parts) {
        const answer = await expectOk(
          await call({
            method: 'PUT',
            key,
            query: `?partNumber=${etags.length + 1}&${named}`,
            body,
          }),
          'UploadPart',
        )
        await answer.body?.cancel()
        etags.push(answer.headers.get('etag') ?? '')
        onPart(body.byteLength)
      }
      const list = etags
        .map(
          (etag, i) =>
            `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
        )
        .join('')
      const done = await expectOk(
        await call({
          method: 'POST',
          key,
          query: `?${named}`,
          body: `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`,
          type: 'application/xml',
        }),
        'CompleteMultipartUpload',
      )
      const text = await done.text()
      // The response may begin with 200 and report an error afterwards.
      if (/<Error>/.test(text)) {
        throw storeUnavailable(new Error(`CompleteMultipartUpload: ${text.slice(0, 500)}`))
      }
    } catch (error) {
      await quiet(call({ method: 'DELETE', key, query: `?${named}` }))
      throw error
    }
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
        await inParts(key, all(), (bytes) => onProgress?.((kept += bytes)))
      }
      return { key, size: measured.size(), hash: measured.hash() }
    },
    get: async (key) => contentOf(await call({ method: 'GET', key: requireFileKey(key) }), 'GET'),
    async delete(key) {
      const answer = await call({ method: 'DELETE', key: requireFileKey(key) })
      if (answer.status !== 404) await expectOk(answer, 'DELETE')
      await answer.body?.cancel()
    },
  }
}
