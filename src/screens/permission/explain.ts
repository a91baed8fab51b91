import { get } from '#data/api.ts'

/** Response of `GET /api/explain`. */
export interface Explanation {
  readonly person: { readonly id: string; readonly name: string; readonly state: string }
  readonly key: string
  readonly allowed: boolean
  readonly standing: 'active' | 'waiting' | 'ended'
  readonly roles: readonly {
    readonly id: string
    readonly name: string
    readonly effect: 'allows' | 'denies' | 'silent'
    readonly pattern: string | null
    readonly rows: unknown
    readonly rowsMet: boolean | null
  }[]
  readonly tenant: {
    readonly id: string
    readonly entity: boolean
    readonly key: boolean
    readonly row: boolean | null
  } | null
  readonly row: boolean | null
}

/** Fetches the explanation of why a person may or may not do something. */
export const askExplanation = async (
  asked: {
    readonly user: string
    readonly key: string
    readonly collection?: string
    readonly id?: string
  },
  signal?: AbortSignal,
): Promise<Explanation> =>
  (
    await get<{ readonly data: Explanation }>('/api/explain', {
      query: asked,
      ...(signal ? { signal } : {}),
    })
  ).data
