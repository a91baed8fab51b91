import { outsideFetch } from '../base/outsideFetch.ts'
import { attempt, reach, type RemoteOptions } from '../files/remote.ts'

/** A bucket of Firebase Storage and how the server accesses it. */
export interface StorageBucket {
  readonly bucket: string
  /** Origin of the Cloud Storage JSON API; an emulator's if configured. */
  readonly origin: string
  /** Returns an access token that may read and write the bucket's objects. */
  readonly token: () => Promise<string>
}

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

/** Authorised calls to the objects of one bucket. */
export interface BucketCalls {
  /** URL of the objects, to read, list and delete. */
  readonly objects: string
  /** URL that takes new objects. */
  readonly uploads: string
  readonly options: RemoteOptions
  /** One attempt; the caller handles its failure. */
  once(url: string, call: Call): Promise<Response>
  /** Repeats a call that fails in passing. */
  reach(url: string, call?: Call): Promise<Response>
}

/** Prepares the calls to a bucket. */
export const bucketCalls = (
  { bucket, origin, token }: StorageBucket,
  options: RemoteOptions,
): BucketCalls => {
  const request =
    (url: string, call: Call = {}) =>
    async (signal: AbortSignal): Promise<Response> =>
      outsideFetch(url, {
        ...call,
        body: (call.body ?? null) as BodyInit | null,
        signal,
        headers: { Authorization: `Bearer ${await token()}`, ...call.headers },
      })
  return {
    objects: `${origin}/storage/v1/b/${encodeURIComponent(bucket)}/o`,
    uploads: `${origin}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`,
    options,
    once: (url, call) => attempt(request(url, call), options.timeoutMs),
    reach: (url, call) => reach(request(url, call), options),
  }
}
