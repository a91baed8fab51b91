/** A bucket of an S3-compatible store, and the key pair to access it. */
export interface S3Bucket {
  /** URL of the bucket, without a trailing slash: keys follow it. */
  readonly address: string
  /** Prefix of every key: empty, or ending with a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const example =
  'https://<access key>:<secret>@<host>/<bucket>?region=<region> or s3://<access key>:<secret>@<bucket>?region=<region>'

/**
 * Parses `S3_URL`. With `https:` (or `http:`) the host is the service and the first part of the
 * path the bucket; with `s3:` the host is a bucket at AWS. The rest of the path is a folder in it.
 * The secret is percent-encoded. Region: `us-east-1` unless given.
 * @throws Error whose message completes a sentence starting with the variable's name; it never
 * contains the secret.
 */
export const readS3Url = (text: string): S3Bucket => {
  const url = new URL(text)
  const [accessKeyId, secretAccessKey] = [
    decodeURIComponent(url.username),
    decodeURIComponent(url.password),
  ]
  if (!accessKeyId || !secretAccessKey) {
    throw new Error(`names no access key or no secret; write ${example}`)
  }
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const path = url.pathname.split('/').filter(Boolean)
  const bucket = url.protocol === 's3:' ? url.hostname : path.shift()
  if (!bucket) throw new Error(`names no bucket; write ${example}`)
  // With a dot in its name, a bucket's own host does not match AWS's certificate.
  const amazon = bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
  return {
    address: url.protocol === 's3:' ? amazon : `${url.protocol}//${url.host}/${bucket}`,
    prefix: path.map((p) => `${p}/`).join(''),
    region,
    accessKeyId,
    secretAccessKey,
  }
}
