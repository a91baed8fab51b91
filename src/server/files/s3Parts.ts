import { expectOk, storeUnavailable } from './remote.ts'
import type { S3Call } from './s3Call.ts'

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

const OCTETS = 'application/octet-stream'

const begin = async (call: S3Call, key: string): Promise<string> => {
  const begun = await (
    await expectOk(
      await call({ method: 'POST', key, query: '?uploads=', type: OCTETS }),
      'CreateMultipartUpload',
    )
  ).text()
  const upload = tag(begun, 'UploadId')
  if (!upload) throw storeUnavailable(new Error('CreateMultipartUpload: no UploadId'))
  return upload
}

const complete = async (
  call: S3Call,
  key: string,
  named: string,
  etags: readonly string[],
): Promise<void> => {
  const list = etags
    .map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
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
}

/**
 * Uploads content in parts and joins them; drops them if the content ends early. `onPart` is called
 * with the bytes of each part that was stored.
 */
export const putInParts = async (
  call: S3Call,
  key: string,
  parts: AsyncIterable<Uint8Array>,
  onPart: (bytes: number) => void,
): Promise<void> => {
  const named = `uploadId=${encodeURIComponent(await begin(call, key))}`
  try {
    const etags: string[] = []
    for await (const body of parts) {
      const response = await expectOk(
        await call({
          method: 'PUT',
          key,
          query: `?partNumber=${etags.length + 1}&${named}`,
          body,
        }),
        'UploadPart',
      )
      await response.body?.cancel()
      etags.push(response.headers.get('etag') ?? '')
      onPart(body.byteLength)
    }
    await complete(call, key, named, etags)
  } catch (error) {
    const dropped = await call({ method: 'DELETE', key, query: `?${named}` }).catch(() => undefined)
    await dropped?.body?.cancel()
    throw error
  }
}
