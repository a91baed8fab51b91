import type { Json } from '#model/types.ts'

/** A record as in the API: id, version and the readable fields; references are ids. */
export interface RecordData {
  readonly id: string
  readonly version: number
  readonly [field: string]: Json
}

/** Title of a referenced record. */
export interface IncludedRecord {
  readonly id: string
  readonly title: string
  readonly [field: string]: Json | undefined
}
/** Referenced records by collection and id. */
export type Included = Readonly<Record<string, Readonly<Record<string, IncludedRecord>>>>

export interface Page {
  readonly limit: number
  /** At most 10,000 unless `totalIsExact`. */
  readonly total: number
  readonly totalIsExact: boolean
  /** Pages have no numbers, only a next one. */
  readonly unnumbered?: true
  /** Cursors. */
  readonly next: string | null
  readonly previous: string | null
}

export interface ListResponse<R extends RecordData = RecordData> {
  readonly data: readonly R[]
  readonly included: Included
  readonly page: Page
  /** A message about rows that are not shown. */
  readonly notice?: string
}
export interface RecordResponse<R extends RecordData = RecordData> {
  readonly data: R
  readonly included: Included
}

/** One option of a picker. */
export interface PickerOption {
  readonly id: string
  readonly title: string
  readonly subtitle?: string
}

/** A stored file; `url` is signed and short-lived. */
export interface FileInfo {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly url: string
  /** A small version of a picture, or `url` if it is small; null for other files. */
  readonly thumbnail: string | null
}

/** Storage details of a file; for staff, not for people of a tenant. */
export interface StorageFacts {
  readonly id: string
  /** SHA-256, hexadecimal. */
  readonly hash: string
  readonly store: 'local' | 's3' | 'firebase'
  readonly key: string
  readonly connected: boolean
  readonly metadataRemoved: boolean
  /** ISO 8601. */
  readonly uploadedAt: string
  readonly uploadedBy: string | null
  readonly url: string
  /** ISO 8601. */
  readonly urlExpiresAt: string
}

/** The signed-in person: `GET /api/me`. */
export interface Me {
  /** Null until a person record exists for the account. */
  readonly person: {
    readonly id: string
    readonly version: number
    readonly name: string
    readonly email: string
    readonly state: string
    readonly locale: string | null
    readonly phone?: string | null
    readonly tenant: string | null
  } | null
  /** Signed in, but not allowed to work yet. */
  readonly waiting: boolean
  /**
   * What is still required: an approval, verification of the address, a second factor. Null if
   * nothing is.
   */
  readonly waitingFor?: 'approval' | 'email' | 'two-factor' | null
  readonly account: {
    readonly id: string
    readonly name: string
    readonly email: string | null
    readonly emailVerified: boolean
    readonly twoFactor: boolean
  }
  readonly session?: { readonly expiresAt: string }
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly permissions: readonly string[]
  /** Changes whenever the permissions do, those of single rows included. */
  readonly rights: string
  readonly preferences: Readonly<Record<string, unknown>>
  readonly organisation: {
    readonly name: string
    readonly currency: string
    readonly timeZone: string
  }
}
