/**
 * `fetch` for services outside. Follows no redirect, which is an ordinary response here: the address
 * that is configured is the only one that gets what is sent, and a service cannot make this server
 * ask another one.
 */
export const outsideFetch = (url: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: 'manual' })
