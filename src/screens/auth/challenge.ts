/** Challenge between the two steps of signing in. Kept in memory only: a reload starts over. */
let waiting: { readonly challenge: string; readonly email: string } | undefined

export const keepChallenge = (challenge: string, email: string): void => {
  waiting = { challenge, email }
}
export const openChallenge = ():
  | { readonly challenge: string; readonly email: string }
  | undefined => waiting
export const dropChallenge = (): void => {
  waiting = undefined
}
