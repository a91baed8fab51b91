import { outsideFetch } from '../base/outsideFetch.ts'
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { reach, type RemoteOptions } from './remote.ts'
import type { S3Bucket } from './s3Address.ts'

/** A request about one object of the bucket. */
interface Call {
  readonly method: string
  readonly key: string
  readonly query?: string
  readonly body?: Uint8Array | string
  readonly type?: string
}

/** Makes a request; throws 503 when the store cannot be reached. */
export type S3Call = (call: Call) => Promise<Response>

/** Calls to a bucket, signed with Signature Version 4 including their body. */
export const s3Calls =
  (bucket: S3Bucket, options: RemoteOptions): S3Call =>
  ({ method, key, query = '', body, type }) =>
    reach(async (signal) => {
      const payload = typeof body === 'string' ? Buffer.from(body) : body
      // Signed again for every attempt, since a signature is valid for only a few minutes.
      const signed = await new AwsV4Signer({
        method,
        url: `${bucket.address}/${bucket.prefix}${key}${query}`,
        accessKeyId: bucket.accessKeyId,
        secretAccessKey: bucket.secretAccessKey,
        region: bucket.region,
        service: 's3',
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(payload ?? '')
            .digest('hex'),
          ...(type ? { 'content-type': type } : {}),
        },
      }).sign()
      return outsideFetch(signed.url, {
        method,
        headers: signed.headers,
        signal,
        ...(payload ? { body: payload as BodyInit } : {}),
      })
    }, options)
