/** The API as one hand-written page needs it. */

const token =
  (JSON.parse(localStorage.getItem('authTokens') ?? '{}') as { token?: string }).token ?? ''

/** Reads from the API. */
export const get = async <T>(path: string): Promise<T> => {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}

/** Creates a record; false when the server refuses it. */
export const post = async (path: string, body: unknown): Promise<boolean> =>
  (
    await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).ok
